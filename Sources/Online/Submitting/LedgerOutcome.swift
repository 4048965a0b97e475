// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import LedgerAPI
import Stellar

/// A transaction found in a ledger: alone, inside a fee bump, or, for a fee bump, its inner transaction.
struct LedgerOutcome: Hashable {
    let isSuccessful: Bool
    let ledger: Int64
    let resultXDR: String?
    let codes: ResultCodes?
    /// What the result says where `codes` is nil.
    var unknownCode: String?
    /// The hash of the transaction in the ledger, if it is another one.
    let place: TransactionHash?

    /// The outcome for the journal.
    var outcome: SubmissionOutcome {
        isSuccessful
            ? .included(ledger: ledger, resultXDR: resultXDR, as: place)
            : .failed(
                ledger: ledger, resultXDR: resultXDR, codes: codes,
                reason: codes?.decisive.rawValue ?? unknownCode.map { "it failed with \($0)" } ?? "it failed",
                as: place)
    }
}

extension LedgerOutcome {
    /// - Parameter wanted: the hash of the transaction that was looked up.
    init(_ record: InclusionRecord, of wanted: TransactionHash) {
        self.init(
            isSuccessful: record.isSuccessful, ledger: record.ledger, resultXDR: record.resultXDR, codes: record.codes,
            unknownCode: record.unknownCode, place: record.place == wanted ? nil : record.place)
    }
}
