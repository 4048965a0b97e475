// SPDX-License-Identifier: Apache-2.0

/// How long one waits in all for servers that take no more requests just now.
package struct Patience: Sendable {
    /// Lets so many seconds pass; false, at once, when that is longer than one is ready to wait.
    package let waits: @Sendable (_ seconds: UInt64) -> Bool

    package init(_ waits: @escaping @Sendable (_ seconds: UInt64) -> Bool) { self.waits = waits }

    package static let none = Patience { _ in false }
}
