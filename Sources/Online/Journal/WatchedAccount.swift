// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// The last observation of an account.
package struct WatchedAccount: Hashable, Sendable {
    package var network: Network
    package var account: AccountID
    /// The state as JSON text, in the watcher's format.
    package var state: String
    /// The paging token from which the account's history continued; nil when it had none.
    package var cursor: String?
    /// The latest ledger at that time.
    package var ledger: Int64
    /// The time of the observation, unix seconds.
    package var seen: Int64

    package init(
        network: Network, account: AccountID, state: String, cursor: String?, ledger: Int64, seen: Int64
    ) {
        self.network = network
        self.account = account
        self.state = state
        self.cursor = cursor
        self.ledger = ledger
        self.seen = seen
    }
}
