// SPDX-License-Identifier: Apache-2.0

import Journal
import LedgerAPI
import Stellar

extension LedgerOutcome {
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
