// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// Somebody to whom payments go.
package struct Contact: Hashable, Sendable {
    /// What a payment to a contact has to carry.
    package enum MemoRule: Hashable, Sendable {
        /// Some memo; of one of these kinds (`text`, `id`, `hash`, `return`) when there are any.
        case required(kinds: Set<String>)
        case pinned(Memo)
    }

    package var name: String
    package var account: AccountID
    /// The ids under which the contact is known; empty when it is known without.
    package var ids: Set<UInt64>
    package var memo: MemoRule?

    package init(name: String, account: AccountID, ids: Set<UInt64> = [], memo: MemoRule? = nil) {
        self.name = name
        self.account = account
        self.ids = ids
        self.memo = memo
    }
}
