// SPDX-License-Identifier: Apache-2.0

/// Readers of a document's fields. Their errors name the field.
extension JSON {
    package var asString: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    package var asBool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    package var asArray: [JSON]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    package var asObject: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// The number, if it is a whole number written without fraction and exponent, and fits the type.
    package func asInteger<I: FixedWidthInteger>(_ type: I.Type = I.self) -> I? {
        guard case .number(let literal) = self else { return nil }
        return Self.isWholeNumber(literal) ? I(literal) : nil
    }

    /// A required member, which may be null.
    package func member(_ key: String) throws(JSONError) -> JSON {
        guard let value = self[key] else { throw .missing(field: key) }
        return value
    }

    package func string(_ key: String) throws(JSONError) -> String {
        guard let text = try member(key).asString else { throw .wrongType(field: key, expected: "a string") }
        return text
    }

    /// Nil when the member is absent or null.
    package func optionalString(_ key: String) throws(JSONError) -> String? {
        guard let value = self[key], value != .null else { return nil }
        return try string(key)
    }

    package func bool(_ key: String) throws(JSONError) -> Bool {
        guard let value = try member(key).asBool else { throw .wrongType(field: key, expected: "true or false") }
        return value
    }

    /// A whole number: no fraction, no exponent, not a string.
    package func integer<I: FixedWidthInteger>(_ key: String, as type: I.Type = I.self) throws(JSONError) -> I {
        guard let value = I(try literal(key, mayBeString: false)) else { throw .outOfRange(field: key) }
        return value
    }

    /// A whole number, written as a number or as a string of digits (as Horizon writes 64-bit values).
    package func decimalString<I: FixedWidthInteger>(_ key: String, as type: I.Type = I.self) throws(JSONError) -> I {
        guard let value = I(try literal(key, mayBeString: true)) else { throw .outOfRange(field: key) }
        return value
    }

    /// A 64-bit number. Server responses contain many of them, and the generic reader costs several times as much.
    package func decimalString(_ key: String) throws(JSONError) -> Int64 {
        guard let value = Int64(try literal(key, mayBeString: true)) else { throw .outOfRange(field: key) }
        return value
    }

    /// The text of a whole number.
    private func literal(_ key: String, mayBeString: Bool) throws(JSONError) -> String {
        switch try member(key) {
        case .number(let text) where Self.isWholeNumber(text): return text
        case .string(let text) where mayBeString && Self.isWholeNumber(text): return text
        default: throw .wrongType(field: key, expected: "a whole number")
        }
    }

    package func array(_ key: String) throws(JSONError) -> [JSON] {
        guard let elements = try member(key).asArray else { throw .wrongType(field: key, expected: "an array") }
        return elements
    }

    /// The member, checked to be an object.
    package func object(_ key: String) throws(JSONError) -> JSON {
        let value = try member(key)
        guard case .object = value else { throw .wrongType(field: key, expected: "an object") }
        return value
    }

    /// Whether a text is a whole number of RFC 8259: an optional `-`, and digits without a leading zero.
    package static func isWholeNumber(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
            guard let first = digits.first, digits.count == 1 || first != UInt8(ascii: "0") else { return false }
            return digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }
}
