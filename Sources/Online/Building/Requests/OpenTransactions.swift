// SPDX-License-Identifier: Apache-2.0

package import Faults
import Horizon
package import Journal
package import Preflight
package import Stellar

extension LedgerView {
    /// Throws if the transaction was already applied.
    ///
    /// - Parameter nothing: what there is not to do then, for the error.
    package func checkIsOpen(_ hash: TransactionHash, _ nothing: String) throws(Failure) {
        let found: (ledger: Int64, isSuccessful: Bool)?
        do { found = try client.transaction(hash).map { ($0.ledger, $0.isSuccessful) } } catch { throw Failure(error) }
        guard let found else { return }
        throw Failure(
            .refusedByLedger,
            "\(hash.hex) \(found.isSuccessful ? "was applied" : "failed") in ledger \(found.ledger): \(nothing)")
    }
}

extension OnlineJournal {
    /// The journal's record of a signed transaction; nil when it was never queued here.
    package func submission(hash: TransactionHash) throws(Failure) -> Submission? {
        do { return try store.submission(hash: hash) } catch { throw Failure(error) }
    }
}
