// SPDX-License-Identifier: Apache-2.0

/// An account that the user has given a name.
package struct RecordedContact: Hashable, Sendable {
    package var name: String
    /// `G…` or `M…`.
    package var account: String
    /// `text`, `id`, `hash` or `return`, with the value, where payments to the account need a memo.
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
