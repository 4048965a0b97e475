// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The last observations of accounts, to compare with the next; each call is one transaction.
package protocol WatchBook: Sendable {
    /// The last observation of an account; nil when there is none.
    func watched(network: Network, account: AccountID) throws(JournalError) -> WatchedAccount?

    /// The observed accounts of a network, by address.
    func watchedAccounts(network: Network) throws(JournalError) -> [AccountID]

    /// Deletes the observation of an account; does nothing if there is none.
    func forgetWatched(network: Network, account: AccountID) throws(JournalError)

    /// Saves an observation, replacing the previous one.
    func keep(_ watched: WatchedAccount) throws(JournalError)

    /// Whether a transaction was requested or submitted from here, alone or inside a fee bump.
    func knows(hash: TransactionHash) throws(JournalError) -> Bool

    /// The highest sequence number of an account that the journal knows to be used in a ledger up to that one; nil without one.
    func highestSequence(network: Network, source: AccountID, upTo ledger: Int64) throws(JournalError) -> Int64?
}
