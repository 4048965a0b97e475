// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// What a call does to one entry of the ledger: its content, its lifetime, or both.
package struct EntryChange: Hashable, Sendable {
    package let key: LedgerKey
    /// Nil if the entry is new.
    package let before: StoredEntry?
    /// Nil if the entry is removed.
    package let after: StoredEntry?

    package init(key: LedgerKey, before: StoredEntry?, after: StoredEntry?) {
        self.key = key
        self.before = before
        self.after = after
    }

    /// Whether only the lifetime changes.
    package var isExtension: Bool {
        guard let before, let after else { return false }
        return before.data == after.data
    }
}
