// SPDX-License-Identifier: Apache-2.0

/// Something that would make the network refuse a transaction, found before it is sent.
package struct Complaint: Hashable, Sendable {
    /// The code that the network would answer with, in Horizon's words; nil where it would not (SEP-29 is a custom).
    package let code: String?
    /// The operation at fault, from 0; nil for the transaction itself.
    package let operation: Int?
    /// What is wrong, with full addresses.
    package let message: String
    /// What to do about it.
    package let hint: String?

    package init(_ code: String?, operation: Int? = nil, _ message: String, hint: String? = nil) {
        self.code = code
        self.operation = operation
        self.message = message
        self.hint = hint
    }
}
