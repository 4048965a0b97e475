// SPDX-License-Identifier: Apache-2.0

import Horizon
import Journal
import Stellar
import TextCodec

/// A transaction as it was seen in a ledger.
struct Sighting: Hashable {
    let isSuccessful: Bool
    let ledger: Int64
    let resultXDR: String?
    let codes: ResultCodes?

    /// What the journal is to know of it.
    var outcome: SubmissionOutcome {
        isSuccessful
            ? .included(ledger: ledger, resultXDR: resultXDR)
            : .failed(
                ledger: ledger, resultXDR: resultXDR, codes: codes?.json.text(), reason: codes?.decisive ?? "it failed")
    }
}

extension Sighting {
    init(_ record: TransactionRecord) {
        self.init(
            isSuccessful: record.isSuccessful, ledger: record.ledger, resultXDR: record.resultXDR, codes: record.codes)
    }
}
