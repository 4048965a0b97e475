// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Stellar

/// A reason why the network would reject a transaction, found before it is submitted.
package struct Complaint: Hashable, Sendable {
    /// The result code that the network would return, as Horizon names it; nil when the network would not reject it
    /// (SEP-29 is a convention).
    package let code: ResultCode?
    /// The operation at fault, from 0; nil for the transaction itself.
    package let operation: Int?
    /// What is wrong, with full addresses.
    package let message: String
    /// What to do about it.
    package let hint: Wording?
    /// Whether it may be wrong: one server or one clock says so, and nothing confirms it.
    package var isUnproven = false

    /// Whether the network finds it only when it applies the operations, after all signatures.
    package internal(set) var isFromApplying = false
    /// Whether it is about the inner transaction of a fee bump, which the network checks after the outer one.
    package internal(set) var isInner = false

    package init(_ code: ResultCode?, operation: Int? = nil, _ message: String, hint: Wording? = nil) {
        self.code = code
        self.operation = operation
        self.message = message
        self.hint = hint
    }
}
