// SPDX-License-Identifier: Apache-2.0

public import ColdstarStellar
import Review
import Stellar
import StellarXDR

/// Something about a request that a person should know before signing. docs/REVIEW.md lists all rules.
public struct ReviewFinding: Hashable, Sendable {
    /// How serious a finding is.
    public enum Level: Int, Hashable, Sendable, Comparable, Codable {
        /// Good to know.
        case info
        /// To be looked at.
        case warning
        /// Signed only after a person has typed a value.
        case hold
        /// Never signed.
        case refusal

        /// Whether the first level is less serious.
        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    /// What a finding is about.
    public enum Part: Hashable, Sendable {
        /// What would be signed.
        case request
        /// The transaction inside a fee bump, ``/ColdstarStellar/Transaction/inner``.
        case inner
        /// A transaction that is authorized in advance: its place in ``SigningReview/attached``.
        case attached(Int)
    }

    /// The rule's id, such as `W-NEWDEST`.
    public let rule: String
    /// How serious it is.
    public let level: Level
    /// What it is about.
    public let part: Part
    /// The operation concerned, from 0; nil for the whole part.
    public let operation: Int?
    /// One line of printable ASCII.
    public let message: String
    /// What it is about, such as an address and an amount, if the message leaves that to the operation's line.
    public let target: String?

    init(_ finding: Finding, in part: Part) {
        rule = finding.rule.rawValue
        level =
            switch finding.level {
            case .info: .info
            case .warn: .warning
            case .hold: .hold
            case .refuse: .refusal
            }
        self.part = part
        operation = finding.operation
        message = Redaction.apply(finding.message)
        target = finding.target.map { Redaction.apply($0.plain) }
    }

    /// All findings of a review, those about the whole first.
    static func all(_ review: Review) -> [ReviewFinding] {
        review.findings.map { ReviewFinding($0, in: .request) }
            + (review.inner?.allFindings ?? []).map { ReviewFinding($0, in: .inner) }
            + review.companions.enumerated().flatMap { index, attached in
                attached.allFindings.map { ReviewFinding($0, in: .attached(index)) }
            }
    }
}

/// What a transaction moves out of and into the accounts that act, whatever the ledger holds.
///
/// Fees are not counted, nor payments to oneself.
public struct ReviewedMovements: Hashable, Sendable {
    /// The sum of one asset or token of one account.
    public struct Total: Hashable, Sendable {
        /// The account, or the contract account.
        public let holder: ContractAddress
        /// The asset; nil for another token that the book knows.
        public let asset: ColdstarStellar.Asset?
        /// `native`, `CODE:G…`, or the token's contract.
        public let token: String
        /// The sum in units, exact; it may be more than one amount can be.
        public let amount: String
        /// Whether the sum is exact; otherwise it is the most that leaves, or about what enters.
        public let isExact: Bool
        /// In how many operations.
        public let operations: Int

        init(_ total: Flows.Total) {
            holder = ContractAddress(total.holder)
            asset = total.asset.map { ColdstarStellar.Asset($0) }
            (token, amount, isExact, operations) = (total.token.text, total.text, total.isExact, total.count)
        }
    }

    /// What leaves the accounts that act.
    public let leaving: [Total]
    /// What enters the accounts that act.
    public let entering: [Total]
    /// How many accounts are merged: all their lumens leave.
    public let merges: Int
    /// How many claimable balances are claimed, whose amounts only the ledger knows.
    public let claims: Int
    /// How many deposits into pools and withdrawals there are, whose amounts only the ledger knows.
    public let pools: Int
    /// How many contract calls there are that may move anything.
    public let contracts: Int

    /// Whether ``leaving`` is all that can leave. Otherwise also show ``merges``, ``pools`` and ``contracts``.
    public var isBounded: Bool { merges == 0 && pools == 0 && contracts == 0 }

    init(_ flows: Flows) {
        (leaving, entering) = (flows.leaving.map { Total($0) }, flows.entering.map { Total($0) })
        (merges, claims) = (flows.unknown[.merge] ?? 0, flows.unknown[.claim] ?? 0)
        (pools, contracts) = (flows.unknown[.pool] ?? 0, flows.unknown[.contract] ?? 0)
    }
}

/// Who can sign for an account after the transaction, as far as the book and the request tell.
public struct ReviewedAuthority: Hashable, Sendable {
    /// Where the signers before the transaction are known from.
    public enum Source: String, Hashable, Sendable, Codable {
        /// The vault's book.
        case book
        /// The request's hints, which are unverified.
        case claimed
        /// The transaction creates the account.
        case created
        /// Nothing is known.
        case unknown
    }

    /// The thresholds of an account.
    public enum Threshold: String, Hashable, Sendable, Codable, CaseIterable {
        /// The low threshold.
        case low
        /// The medium threshold: payments and most other operations.
        case medium
        /// The high threshold: changes of signers.
        case high
    }

    /// A signer after the transaction.
    public struct Signer: Hashable, Sendable {
        /// What signs.
        public let key: ColdstarStellar.SignerKey
        /// Its weight, 1 to 255.
        public let weight: UInt32
        /// Whether it was not a signer before.
        public let isNew: Bool
        /// The thresholds that it reaches alone, if it is new.
        public let reachesAlone: [Threshold]
    }

    /// The account whose signers, weights or thresholds may change.
    public let account: Account
    /// Where the signers before the transaction are known from.
    public let knownFrom: Source
    /// All known signers, the account's own key first.
    public let signers: [Signer]
    /// Whether there may be others.
    public let mayHaveOthers: Bool
    /// The thresholds that are known, 0 to 255.
    public let thresholds: [Threshold: UInt32]
    /// The thresholds that no one can reach any more.
    public let lost: [Threshold]

    init(_ outcome: AuthorityOutcome) {
        let after = outcome.after
        account = Account(outcome.account)
        knownFrom = Source(rawValue: outcome.before.witness.rawValue) ?? .unknown
        signers = after.allSigners.map { signer in
            let alone = outcome.aloneReaching.first { $0.signer == signer }?.levels ?? []
            return Signer(
                key: ColdstarStellar.SignerKey(signer.key), weight: signer.weight, isNew: outcome.isNew(signer.key),
                reachesAlone: alone.map { Threshold($0) })
        }
        mayHaveOthers = after.mayHaveOthers
        var known: [Threshold: UInt32] = [:]
        for level in Operation.Threshold.allCases { known[Threshold(level)] = after.threshold(level) }
        thresholds = known
        lost = outcome.lost.map { Threshold($0) }
    }
}

extension ReviewedAuthority.Threshold {
    init(_ level: Operation.Threshold) {
        self =
            switch level {
            case .low: .low
            case .medium: .medium
            case .high: .high
            }
    }
}
