// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// What the signer's journal can be asked while a review is made.
///
/// What lowers a finding comes from proven lines alone; what raises one from all lines.
package protocol SigningHistory: Sendable {
    /// When this hash was signed last, as proven lines say; nil when never.
    func signed(_ hash: TransactionHash) -> Timestamp?
    /// When the key that is to sign signed it last, as proven lines say.
    func signedByKey(_ hash: TransactionHash) -> Timestamp?
    /// Whether proven lines have this hash, as signed here or as signed by a co-signer: its number is its own then.
    func isRecorded(_ hash: TransactionHash) -> Bool
    /// When another key of the vault signed it, whose lines prove nothing to this key. It lowers no finding.
    func signedByOther(_ hash: TransactionHash) -> Timestamp?
    /// An earlier transaction of the same account, network and sequence number with another hash.
    func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction?
    /// Whether proven lines have such a transaction.
    func provenConflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> Bool
    /// The highest sequence number that proven lines have for the account on this network; nil when none.
    func latestSequence(of source: AccountID, on network: Network) -> Int64?
    /// Addresses that value went to before, of accounts with or without an id and of contracts, which begin and end like this one and are
    /// others.
    func destinations(like address: StrKey) -> [StrKey]
    /// What may have left accounts by what was signed since a moment, in stroops by asset, see `Spending`: the most that proven
    /// lines or all lines say. A hash that is signed again counts once.
    func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64]
    /// Adds up once what `spent` is asked for with this moment for each transaction of a batch.
    mutating func prepareSums(since: Timestamp)
}

extension SigningHistory {
    package mutating func prepareSums(since: Timestamp) {}

    package func signedByOther(_ hash: TransactionHash) -> Timestamp? { nil }

    package func isRecorded(_ hash: TransactionHash) -> Bool { signed(hash) != nil }

    package func provenConflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> Bool {
        conflict(with: hash, source: source, sequence: sequence, on: network) != nil
    }
}
