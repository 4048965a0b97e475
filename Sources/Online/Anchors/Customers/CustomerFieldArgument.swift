// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
package import Codec

/// A `name=value` argument for a SEP-9 field, with a value of valid form.
package struct CustomerFieldArgument: Sendable {
    package let name: String
    package let value: String

    package init(_ text: String, _ field: FieldID = .field) throws(Failure) {
        let given = try FieldArgument(text, field)
        try self.init(given.name, given.value, field)
    }

    package init(_ name: String, _ value: String, _ field: FieldID) throws(Failure) {
        (self.name, self.value) = (name, value)
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
            throw Failure(.badInput, field, "\(TerminalText.escape(name)) is not a valid field name")
        }
        if let objection = CustomerField.objection(to: value, of: name) {
            throw Failure(.badInput, "\(field: field) \(name): \(objection)")
        }
    }

    /// Checks that the field's name is known.
    ///
    /// - Parameter asked: names that the anchor asks for, which may be its own.
    /// - Throws: `.badInput` for a name that neither SEP-9 nor the anchor has.
    package func checkName(_ field: FieldID = .field, asked: [String] = []) throws(Failure) {
        guard !CustomerField.isStandard(name), !asked.contains(name) else { return }
        throw Failure(
            .badInput,
            field, "\(name) is not a field of SEP-9\(asked.isEmpty ? "" : ", and the anchor does not ask for it")",
            hint: .suggestion(for: name, among: (CustomerField.names.union(asked)).sorted()))
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
