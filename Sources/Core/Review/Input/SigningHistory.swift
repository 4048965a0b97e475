// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The queries that a review makes to the signer's journal.
///
/// Only proven lines can lower a finding; any line can raise one.
package protocol SigningHistory: Sendable {
    /// When this hash was last signed, according to proven lines; nil if never.
    func signed(_ hash: TransactionHash) -> Timestamp?
    /// When the key that should sign last signed this hash, according to proven lines.
    func signedByKey(_ hash: TransactionHash) -> Timestamp?
    /// Whether proven lines have this hash, signed here or by a co-signer: the sequence number is then its own.
    func isRecorded(_ hash: TransactionHash) -> Bool
    /// When another key of the vault, whose lines prove nothing to this key, signed this hash. Lowers no finding.
    func signedByOther(_ hash: TransactionHash) -> Timestamp?
    /// When a request of this id was answered, according to any line; nil if never.
    func answered(request: String) -> Timestamp?
    /// An earlier transaction with the same account, network and sequence number but another hash; of several, the one
    /// that can be applied for the longest time.
    func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction?
    /// Whether proven lines contain such a transaction.
    func provenConflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> Bool
    /// The highest sequence number in proven lines for the account on this network; nil if there is none.
    func latestSequence(of source: AccountID, on network: Network) -> Int64?
    /// Earlier recipients of value (accounts with or without an id, and contracts) whose addresses begin and end like
    /// this one but differ from it.
    func destinations(like address: StrKey) -> [StrKey]
    /// The other transactions, with another number, that were signed to make a payment, according to any line; nil if
    /// there are none.
    func earlier(_ payment: PaymentDigest, than transaction: SequencedTransaction) -> EarlierPayments?
    /// The most that signatures since a moment may have let leave accounts, in stroops by asset (see `Spending`): the
    /// larger of what proven lines and all lines say. A hash that is signed repeatedly counts once.
    func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64]
    /// Computes once the sums that each transaction of a batch requests from `spent` with this moment.
    mutating func prepareSums(since: Timestamp)
}

extension SigningHistory {
    package mutating func prepareSums(since: Timestamp) {}

    package func earlier(_ payment: PaymentDigest, than transaction: SequencedTransaction) -> EarlierPayments? { nil }

    package func signedByOther(_ hash: TransactionHash) -> Timestamp? { nil }

    package func answered(request: String) -> Timestamp? { nil }

    package func isRecorded(_ hash: TransactionHash) -> Bool { signed(hash) != nil }

    package func provenConflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> Bool {
        conflict(with: hash, source: source, sequence: sequence, on: network) != nil
    }
}

/// The history without a journal: nothing was ever signed.
package struct EmptyHistory: SigningHistory {
    package init() {}

    package func signed(_ hash: TransactionHash) -> Timestamp? { nil }
    package func signedByKey(_ hash: TransactionHash) -> Timestamp? { nil }
    package func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction? { nil }
    package func latestSequence(of source: AccountID, on network: Network) -> Int64? { nil }
    package func destinations(like address: StrKey) -> [StrKey] { [] }
    package func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64] { [:] }
}

/// A transaction that was signed before.
package struct EarlierTransaction: Hashable, Sendable {
    package let hash: TransactionHash
    package let signed: Timestamp
    /// What it did, in one line; escaped when shown.
    package let summary: String
    /// The last moment at which it can be applied, according to a proven record; nil if it does not expire, or that is
    /// not known.
    package let validUntil: Timestamp?
    /// Whether it stands before in the batch, and is not signed yet.
    package let isInBatch: Bool

    package init(
        hash: TransactionHash, signed: Timestamp, summary: String, validUntil: Timestamp? = nil, isInBatch: Bool = false
    ) {
        self.validUntil = validUntil
        self.isInBatch = isInBatch
        self.hash = hash
        self.signed = signed
        self.summary = summary
    }
}

extension EarlierTransaction {
    /// A network's clock may be behind by minutes; after this many seconds a transaction can no longer be applied
    /// anywhere.
    private static let margin: UInt64 = 3600

    /// Whether it can no longer be applied.
    ///
    /// - Parameter clock: the signer's own clock, not a time that was given; nil without one.
    func hasEnded(by clock: Timestamp?) -> Bool {
        guard let clock, let validUntil else { return false }
        return validUntil.adding(Self.margin) < clock
    }
}

/// Another key of the vault that has signed journal lines.
package struct RecordWriter: Hashable, Sendable {
    package let name: String
    /// The public key that verifies the lines, 32 bytes.
    package let recordKey: [UInt8]

    /// A different record key that the key has accepted under this name; nil if there is none.
    package let accepted: [UInt8]?

    package init(name: String, recordKey: [UInt8], accepted: [UInt8]? = nil) {
        self.name = name
        self.recordKey = recordKey
        self.accepted = accepted
    }
}
