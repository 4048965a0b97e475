// SPDX-License-Identifier: Apache-2.0

/// What was seen of accounts, to be compared with what is seen next; each call is one transaction.
package protocol WatchBook: Sendable {
    /// The account as it was seen last; nil when it never was.
    func watched(network: String, account: String) throws(JournalError) -> WatchedAccount?

    /// Keeps what was seen, in the place of what was seen before.
    func keep(_ watched: WatchedAccount) throws(JournalError)

    /// Whether a transaction was asked for or sent from here, as itself or inside a fee bump.
    func knows(hash: String) throws(JournalError) -> Bool

    /// The highest sequence number of an account that the journal knows to be in a ledger up to that one; nil without one.
    func highestSequence(network: String, source: String, upTo ledger: Int64) throws(JournalError) -> Int64?
}
