// SPDX-License-Identifier: Apache-2.0

import AnchorAPI

/// A customer field that an anchor asks for.
package struct CustomerQuestion: Sendable {
    package let name: String
    package let isOptional: Bool
    /// Whether it takes a file instead of text.
    package let isFile: Bool
    /// Whether the anchor rejected the value that it has.
    package let isRejected: Bool
    /// What the field is, as the anchor describes it; empty if it does not.
    package let about: String
    /// The accepted values; empty when any is.
    package let choices: [String]
    /// Why the anchor rejected the value that it has.
    package let error: String?
    private let field: Customer.Field?

    init(_ name: String, _ field: Customer.Field?, isOptional: Bool) {
        self.name = name
        self.isOptional = isOptional
        self.field = field
        isFile = field?.isFile ?? CustomerField.files.contains(name)
        isRejected = field?.status == .rejected
        about = field?.about ?? (name.hasSuffix("_verification") ? "the code that was sent to you" : "")
        choices = field?.choices ?? []
        error = field?.error
    }

    /// Why a value is not accepted; nil when it may be.
    package func objection(to value: String) -> String? {
        field?.objection(to: value) ?? CustomerField.objection(to: value, of: name)
    }
}
