// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Journal
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

extension OnlineJournal {
    /// Notes the signatures of envelopes that came back, as far as the journal knows their transactions.
    func note(signaturesOf envelopes: [TransactionEnvelope], on network: Network) {
        note(envelopes.flatMap { RecordedSignature.all(of: $0, on: network) })
    }

    func note(_ signatures: [DecoratedSignature], of hash: TransactionHash) {
        note(signatures.map { RecordedSignature($0, of: hash) })
    }

    /// Where that cannot be, it is said: what was asked for has its result all the same.
    private func note(_ signatures: [RecordedSignature]) {
        guard !signatures.isEmpty else { return }
        do throws(JournalError) { try store.record(signatures) } catch {
            Console.warn("the journal could not note the signatures", Failure(error))
        }
    }
}
