// SPDX-License-Identifier: Apache-2.0

/// An account as it was when it was last looked at.
package struct WatchedAccount: Hashable, Sendable {
    package var networkPassphrase: String
    /// `G…`.
    package var account: String
    /// What it was, as JSON text of whoever watches.
    package var state: String
    /// Where the account's history went on from then; nil when it had none.
    package var cursor: String?
    /// The newest ledger then.
    package var ledger: Int64
    /// When that was, unix seconds.
    package var seen: Int64

    package init(
        networkPassphrase: String, account: String, state: String, cursor: String?, ledger: Int64, seen: Int64
    ) {
        self.networkPassphrase = networkPassphrase
        self.account = account
        self.state = state
        self.cursor = cursor
        self.ledger = ledger
        self.seen = seen
    }
}
