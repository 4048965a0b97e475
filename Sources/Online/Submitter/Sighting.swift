// SPDX-License-Identifier: Apache-2.0

import Horizon
import Journal
import Stellar
import TextCodec

/// A transaction as it was seen in a ledger: as itself, inside a fee bump, or, for a fee bump, as the one inside.
struct Sighting: Hashable {
    let isSuccessful: Bool
    let ledger: Int64
    let resultXDR: String?
    let codes: ResultCodes?
    /// The hash under which the ledger has it, where that is another.
    let place: TransactionHash?

    /// What the journal is to know of it.
    var outcome: SubmissionOutcome {
        isSuccessful
            ? .included(ledger: ledger, resultXDR: resultXDR, as: place?.hex)
            : .failed(
                ledger: ledger, resultXDR: resultXDR, codes: codes?.json.text(), reason: codes?.decisive ?? "it failed",
                as: place?.hex)
    }
}

extension Sighting {
    /// - Parameter wanted: the hash of the transaction whose end this is.
    init(_ record: InclusionRecord, of wanted: TransactionHash) {
        self.init(
            isSuccessful: record.isSuccessful, ledger: record.ledger, resultXDR: record.resultXDR, codes: record.codes,
            place: record.place == wanted ? nil : record.place)
    }
}
