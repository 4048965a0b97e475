// SPDX-License-Identifier: Apache-2.0

import Journal
import Stellar
import StellarXDR

@testable import Building

extension SQLiteJournal {
    /// Queues the signed transaction of a request by Alice.
    func queue(_ built: BuiltRequest) throws(JournalError) {
        let signed = SignedTransaction(
            hash: built.hash.hex, networkPassphrase: Network.testnet.passphrase, envelope: "AAAA",
            source: Office.alice, sequence: built.transaction?.seqNum ?? 0, maxTime: nil)
        try queue(1) { _ throws(JournalError) -> (SignedTransaction, [RecordedSignature]) in (signed, []) }
    }

    /// Records that a queued transaction was applied in ledger 7.
    func apply(_ built: BuiltRequest) throws(JournalError) {
        let hash = built.hash.hex
        _ = try perform([.attempt(hash: hash)])
        _ = try perform([.outcome(hash: hash, .included(ledger: 7, resultXDR: nil))])
    }
}
