// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar
package import StellarXDR

extension OnlineJournal {
    /// Records the signatures of envelopes that came back, for transactions that the journal knows.
    ///
    /// - Returns: why they could not be recorded; nil when they were. It is only worth a warning, because no result depends on
    ///   this record.
    package func record(signaturesOf envelopes: [TransactionEnvelope], on network: Network) -> Failure? {
        warning(recording: envelopes.flatMap { RecordedSignature.all(of: $0, on: network) })
    }

    /// Records detached signatures of a transaction.
    ///
    /// - Returns: why they could not be recorded; nil when they were.
    package func record(_ signatures: [DecoratedSignature], of hash: TransactionHash) -> Failure? {
        warning(recording: signatures.map { RecordedSignature($0, of: hash) })
    }

    private func warning(recording signatures: [RecordedSignature]) -> Failure? {
        guard !signatures.isEmpty else { return nil }
        do throws(JournalError) { try record(signatures) } catch { return Failure(error) }
        return nil
    }
}
