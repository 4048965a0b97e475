// SPDX-License-Identifier: Apache-2.0

import Codec
package import Journal
import LedgerAPI
import LedgerXDR
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
    /// The exclusive upper ledger bound.
    private(set) var ledgerBound: LedgerBound
    /// When the journal got it, in seconds since 1970: it cannot have been submitted from here before.
    var knownSince: Int64?
    /// Another transaction that the journal has seen in a ledger with this sequence number; nil if it has seen none.
    var numberUser: TransactionHash?
    /// The latest ledger when its request was built, as the journal knows it.
    var builtAt: LedgerMark?

    package init(
        hash: TransactionHash, innerHash: TransactionHash? = nil, source: AccountID, sequence: Int64, maxTime: Int64?,
        ledgerBound: LedgerBound = .unlimited
    ) {
        self.hash = hash
        self.innerHash = innerHash
        self.source = source
        self.sequence = sequence
        self.maxTime = maxTime
        self.ledgerBound = ledgerBound
    }
}

/// The first ledger that can no longer apply a transaction.
package enum LedgerBound: Hashable, Sendable {
    case unlimited
    case ledger(Int64)
    /// Only the journal's envelope has it, which was not decoded yet.
    case unread

    package init(of envelope: TransactionEnvelope) {
        let end = envelope.innermost.cond.extended?.ledgerBounds?.maxLedger ?? 0
        self = end == 0 ? .unlimited : .ledger(Int64(end))
    }

    /// The bound of a transaction of the journal. Unlimited where its envelope is archived.
    fileprivate init(of transaction: SignedTransaction) {
        self = transaction.decoded.map { LedgerBound(of: $0) } ?? .unlimited
    }
}

/// A ledger that was the latest at a time of this machine's clock, in seconds since 1970.
struct LedgerMark: Hashable {
    let ledger: Int64
    let time: Int64
}

extension PendingTransaction {
    /// The exclusive upper ledger bound, which has been read; nil for none.
    var maxLedger: Int64? {
        switch ledgerBound {
        case .unlimited: nil
        case .ledger(let ledger): ledger
        case .unread: preconditionFailure("a bound is read before it is used")
        }
    }

    /// Whether a known bound makes it expire.
    var hasEnd: Bool { maxTime != nil || maxLedger != nil }

    /// Reads the ledger bound in the journal's envelope, if it is not known yet.
    mutating func readBound(of transaction: SignedTransaction) {
        if ledgerBound == .unread { ledgerBound = LedgerBound(of: transaction) }
    }

    package init(_ transaction: HashedTransaction) {
        let (envelope, innermost) = (transaction.envelope, transaction.envelope.innermost)
        self.init(
            hash: transaction.hash, innerHash: transaction.innerHash, source: innermost.sourceAccount.account,
            sequence: innermost.seqNum, maxTime: envelope.validUntil, ledgerBound: LedgerBound(of: envelope))
    }

    /// A transaction of the journal, whose list of open ones has no envelopes.
    package init(_ row: OpenSubmission) {
        self.init(
            hash: row.hash, innerHash: row.innerHash, source: row.source, sequence: row.sequence, maxTime: row.maxTime,
            ledgerBound: .unread)
    }
}

extension SignedTransaction {
    /// The journal's record of a transaction.
    package init(_ transaction: HashedTransaction) {
        let innermost = transaction.envelope.innermost
        self.init(
            hash: transaction.hash, innerHash: transaction.innerHash, network: transaction.network,
            envelope: Base64.encode(transaction.envelope.xdr), source: innermost.sourceAccount.account,
            sequence: innermost.seqNum, maxTime: transaction.envelope.validUntil)
    }
}

extension TransactionEnvelope {
    /// The transaction's `maxTime` in seconds since 1970; nil for no expiry.
    var validUntil: Int64? {
        let end = innermost.cond.timeBounds?.maxTime ?? 0
        return end == 0 ? nil : Int64(clamping: end)
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
