// SPDX-License-Identifier: Apache-2.0

import Faults
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

extension OnlineJournal {
    /// Records the signatures of envelopes that came back, for transactions that the journal knows.
    func note(signaturesOf envelopes: [TransactionEnvelope], on network: Network) {
        note(envelopes.flatMap { RecordedSignature.all(of: $0, on: network) })
    }

    func note(_ signatures: [DecoratedSignature], of hash: TransactionHash) {
        note(signatures.map { RecordedSignature($0, of: hash) })
    }

    /// Records the signatures; a failure is only a warning, because the command's result does not depend on it.
    private func note(_ signatures: [RecordedSignature]) {
        guard !signatures.isEmpty else { return }
        do throws(JournalError) { try store.record(signatures) } catch {
            Console.warn("the journal could not note the signatures", Failure(error))
        }
    }
}
