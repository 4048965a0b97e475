// SPDX-License-Identifier: Apache-2.0

/// One line of the append-only log.
package struct JournalEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case requested, withdrawn, queued, replaced, attempt, outcome, held, authorized, superseded
        case loggedIn = "logged-in"
    }

    /// Follows the id in the detail of a `withdrawn` request that the user chose to forget.
    package static let forgotten = "forgotten"

    package let time: Int64
    package let kind: Kind
    /// The new state for `queued`, `attempt` and `outcome`, with the reason; the request's id for `requested` and
    /// `withdrawn`; the reason for `held`; the hash of the transaction with the signed entries for `authorized`, of the one that was
    /// built from this draft for `superseded`; the domain for `loggedIn`.
    package let detail: String
}
