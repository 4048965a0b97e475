// SPDX-License-Identifier: Apache-2.0

import Anchor
package import Faults
import TextCodec

/// A `name=value` argument for a SEP-9 field, with a value of valid form.
package struct CustomerFieldArgument: Sendable {
    package let name: String
    package let value: String

    package init(_ text: String, _ option: String = "--field") throws(Failure) {
        let field = try FieldArgument(text, option)
        try self.init(field.name, field.value, option)
    }

    package init(_ name: String, _ value: String, _ option: String) throws(Failure) {
        (self.name, self.value) = (name, value)
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
            throw Failure(.badInput, "\(option): \(TerminalText.escape(name)) is not a valid field name")
        }
        if let objection = CustomerField.objection(to: value, of: name) {
            throw Failure(.badInput, "\(option) \(name): \(objection)")
        }
    }

    /// Checks that the field's name is known.
    ///
    /// - Parameter asked: names that the anchor asks for, which may be its own.
    /// - Throws: `.badInput` for a name that neither SEP-9 nor the anchor has.
    package func checkName(_ option: String = "--field", asked: [String] = []) throws(Failure) {
        guard !CustomerField.isStandard(name), !asked.contains(name) else { return }
        throw Failure(
            .badInput,
            "\(option): \(name) is not a field of SEP-9\(asked.isEmpty ? "" : ", and the anchor does not ask for it")",
            hint: Suggestion.question(for: name, among: (CustomerField.names.union(asked)).sorted()))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
