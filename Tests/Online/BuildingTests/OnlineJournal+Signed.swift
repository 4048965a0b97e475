// SPDX-License-Identifier: Apache-2.0

import Journal
import Stellar
import StellarXDR

@testable import Building

extension OnlineJournal {
    /// Queues the signed transaction of a request by Alice.
    ///
    /// - Parameter envelope: one that cannot be read where it does not matter.
    func queue(_ built: BuiltRequest, envelope: String = "AAAA") throws(JournalError) {
        guard let transaction = built.transaction else { preconditionFailure("the request is for a transaction") }
        let signed = SignedTransaction(
            hash: built.hash, network: .testnet, envelope: envelope, source: transaction.sourceAccount.account,
            sequence: transaction.seqNum, maxTime: nil)
        try queue(1) { _ throws(JournalError) -> (SignedTransaction, [RecordedSignature]) in (signed, []) }
    }

    /// Records that a queued transaction was applied in ledger 7.
    func apply(_ built: BuiltRequest) throws(JournalError) {
        let hash = built.hash
        _ = try perform([.attempt(hash: hash)])
        _ = try perform([.outcome(hash: hash, .included(ledger: 7, resultXDR: nil))])
    }
}
