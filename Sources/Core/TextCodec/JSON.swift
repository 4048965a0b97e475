// SPDX-License-Identifier: Apache-2.0

/// A JSON value. Numbers keep their literal text, so that nothing is rounded.
///
/// - Source: RFC 8259.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The literal as written, for example `1e400` or `18446744073709551615`.
    case number(String)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    /// Parses one document, strictly: well-formed UTF-8 without a byte order mark, no duplicate members, no raw control
    /// characters, no lone surrogates, nothing after the value.
    ///
    /// - Parameter maximumDepth: the maximum nesting of arrays and objects.
    package init(parsing bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var parser = JSONParser(buffer, maximumDepth: maximumDepth)
            return try parser.document()
        }
    }

    /// A whole number.
    package static func integer(_ value: some FixedWidthInteger) -> JSON { .number(String(value)) }

    /// The document in ASCII: control characters and non-ASCII characters as `\uXXXX`; no newline at the end.
    ///
    /// - Parameter pretty: one member or element per line, indented by two spaces.
    package func text(pretty: Bool = false) -> String {
        var writer = JSONWriter(pretty: pretty)
        writer.write(self)
        return String(decoding: writer.text, as: UTF8.self)
    }

    /// A member of an object; nil if this is not an object or has no such member.
    package subscript(_ key: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[key]
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
}
