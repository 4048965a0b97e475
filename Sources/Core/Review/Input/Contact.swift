// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// A recipient of payments.
package struct Contact: Hashable, Sendable {
    /// The memo that a payment to a contact must have.
    package enum MemoRule: Hashable, Sendable {
        /// Any memo, or one of these kinds (`text`, `id`, `hash`, `return`) if there are any.
        case required(kinds: Set<String>)
        case pinned(Memo)
    }

    package var name: String
    package var account: AccountID
    /// The ids under which the contact is known; empty if it is known without one.
    package var ids: Set<UInt64>
    package var memo: MemoRule?

    package init(name: String, account: AccountID, ids: Set<UInt64> = [], memo: MemoRule? = nil) {
        self.name = name
        self.account = account
        self.ids = ids
        self.memo = memo
    }
}
