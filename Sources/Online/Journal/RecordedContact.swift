// SPDX-License-Identifier: Apache-2.0

/// An account that the user has named.
package struct RecordedContact: Hashable, Sendable {
    package var name: String
    /// The address, `G…` or `M…`.
    package var account: String
    /// The memo that payments to the account need, if any: its type, `text`, `id`, `hash` or `return`, and its value.
    package var memoType: String?
    package var memo: String?
    package var note: String?

    package init(name: String, account: String, memoType: String? = nil, memo: String? = nil, note: String? = nil) {
        self.name = name
        self.account = account
        self.memoType = memoType
        self.memo = memo
        self.note = note
    }
}
