// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// What the signer's journal can be asked while a review is made.
package protocol SigningHistory: Sendable {
    /// When this hash was signed last; nil when never.
    func signed(_ hash: TransactionHash) -> Timestamp?
    /// The same of the key that is to sign.
    func signedByKey(_ hash: TransactionHash) -> Timestamp?
    /// An earlier transaction of the same account, network and sequence number with another hash.
    func conflict(
        with hash: TransactionHash, source: AccountID, sequence: Int64, on network: Network
    ) -> EarlierTransaction?
    /// The highest sequence number signed for the account on this network; nil when none was.
    func latestSequence(of source: AccountID, on network: Network) -> Int64?
    /// Addresses paid before that begin and end like this one and are others.
    func destinations(like account: AccountID) -> [AccountID]
    /// What may have left accounts by what was signed since a moment, in stroops by asset, see `Spending`; a hash that is signed
    /// again counts once.
    func spent(since: Timestamp, except hash: TransactionHash?) -> [String: Int64]
}
