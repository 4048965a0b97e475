// SPDX-License-Identifier: Apache-2.0

/// The policy for waiting for servers that ask for time.
package struct RetryBudget: Sendable {
    /// Waits for that many seconds and returns true; returns false at once when that is too long.
    package let waits: @Sendable (_ seconds: UInt64) -> Bool

    package init(_ waits: @escaping @Sendable (_ seconds: UInt64) -> Bool) { self.waits = waits }

    package static let none = RetryBudget { _ in false }
}
