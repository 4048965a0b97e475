// SPDX-License-Identifier: Apache-2.0

import Codec
package import Journal
import LedgerAPI
package import Stellar
package import StellarXDR

/// The facts about a signed transaction that the scheduler needs. Its bytes stay in the journal.
package struct PendingTransaction: SoughtTransaction, Hashable, Sendable {
    package let hash: TransactionHash
    /// The inner hash, for a fee bump: the inner transaction may be applied alone, or in another fee bump.
    package let innerHash: TransactionHash?
    /// The account whose sequence number it uses, and that number.
    package let source: AccountID
    package let sequence: Int64
    /// The upper time bound in seconds since 1970; nil for none.
    package let maxTime: Int64?
    /// The exclusive upper ledger bound; nil for none, or when only the journal's envelope has it.
    package var maxLedger: Int64?
    /// When the journal got it, in seconds since 1970: it cannot have been submitted from here before.
    var knownSince: Int64?
    /// Another transaction that the journal has seen in a ledger with this sequence number; nil if it has seen none.
    var numberUser: TransactionHash?
    /// The latest ledger when its request was built, as the journal knows it.
    var builtAt: LedgerMark?

    package init(
        hash: TransactionHash, innerHash: TransactionHash? = nil, source: AccountID, sequence: Int64, maxTime: Int64?,
        maxLedger: Int64? = nil
    ) {
        self.hash = hash
        self.innerHash = innerHash
        self.source = source
        self.sequence = sequence
        self.maxTime = maxTime
        self.maxLedger = maxLedger
    }
}

/// A ledger that was the latest at a time of this machine's clock, in seconds since 1970.
struct LedgerMark: Hashable {
    let ledger: Int64
    let time: Int64
}

extension PendingTransaction {
    /// Whether a known bound makes it expire.
    var hasEnd: Bool { maxTime != nil || maxLedger != nil }

    /// A transaction of the journal.
    package init(_ row: OpenSubmission) {
        self.init(
            hash: row.hash, innerHash: row.innerHash, source: row.source, sequence: row.sequence, maxTime: row.maxTime)
    }
}

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

extension SignedTransaction {
    /// The exclusive upper ledger bound, which the journal keeps only in the envelope; nil for none.
    var maxLedger: Int64? {
        guard let bytes = try? Base64.decode(envelope), let decoded = try? TransactionEnvelope(xdr: bytes) else {
            return nil
        }
        return decoded.maxLedger
    }
}

extension TransactionEnvelope {
    /// The exclusive upper ledger bound: the first ledger that cannot apply it; nil for none.
    package var maxLedger: Int64? {
        let end = innermost.cond.extended?.ledgerBounds?.maxLedger ?? 0
        return end == 0 ? nil : Int64(end)
    }
}
