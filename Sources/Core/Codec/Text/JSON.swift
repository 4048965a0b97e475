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

    /// The line of each member of a document's outermost object, from 1; empty for anything else. For a file that a
    /// person wrote, and errors about its values.
    package static func memberLines(in bytes: [UInt8]) -> [String: Int] {
        let members = bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(buffer, maximumDepth: 64, notingMembers: true)
            guard case .object? = try? parser.document() else { return [(name: String, offset: Int)]() }
            return parser.outermost ?? []
        }
        let newline = UInt8(ascii: "\n")
        var lines: [String: Int] = [:]
        var (line, counted) = (1, 0)
        for member in members {
            line += bytes[counted..<member.offset].count { $0 == newline }
            counted = member.offset
            lines[member.name] = line
        }
        return lines
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

    /// The elements of an array, each parsed by `read`; an error names the element's index.
    package func elements<Value>(_ key: String, _ read: (JSON) throws(JSONError) -> Value) throws(JSONError) -> [Value]
    {
        var values: [Value] = []
        for (index, element) in try array(key).enumerated() {
            do throws(JSONError) { values.append(try read(element)) } catch { throw error.inside("\(key)[\(index)]") }
        }
        return values
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

/// The members of a JSON object, in document order.
///
/// Names are compared byte for byte: Swift's string comparison would take U+212A (Kelvin sign) for "K".
package struct JSONObject: Sendable {
    private struct Member: Sendable {
        let key: ExactText
        var value: JSON
    }

    private var storage: [Member] = []
    /// Positions by name, kept only for objects in which a linear search would be slow.
    private var index: [ExactText: Int] = [:]

    private static let searchedOneByOne = 64

    /// - Precondition: no name occurs twice.
    package init(_ members: [(String, JSON)] = []) {
        for (key, value) in members {
            let isNew = append(key, value)
            precondition(isNew, "a member is named twice")
        }
    }

    /// An empty object with room for `count` members.
    init(roomFor count: Int) {
        storage.reserveCapacity(count)
    }

    package var count: Int { storage.count }

    package var keys: [String] { storage.map(\.key.text) }

    /// The members in order.
    package var members: [(key: String, value: JSON)] { storage.map { (key: $0.key.text, value: $0.value) } }

    /// The value of a member. Setting a value replaces it in place or appends it; setting nil removes the member.
    package subscript(_ key: String) -> JSON? {
        get { place(of: ExactText(key)).map { storage[$0].value } }
        set {
            switch (place(of: ExactText(key)), newValue) {
            case (let place?, let value?): storage[place].value = value
            case (let place?, nil): remove(at: place)
            case (nil, let value?): append(key, value)
            case (nil, nil): break
            }
        }
    }

    /// Appends a member; returns false if one of that name exists.
    @discardableResult
    mutating func append(_ key: consuming String, _ value: consuming JSON) -> Bool {
        let key = ExactText(key)
        guard place(of: key) == nil else { return false }
        storage.append(Member(key: key, value: value))
        if storage.count > Self.searchedOneByOne + 1 {
            index[key] = storage.count - 1
        } else if storage.count == Self.searchedOneByOne + 1 {
            rebuildIndex()
        }
        return true
    }

    private func place(of key: ExactText) -> Int? {
        guard storage.count <= Self.searchedOneByOne else { return index[key] }
        // Compares in place, and nearly always by the marks alone: this search runs for every name of most objects.
        for place in storage.indices where storage[place].key.mark == key.mark && storage[place].key == key {
            return place
        }
        return nil
    }

    private mutating func remove(at place: Int) {
        storage.remove(at: place)
        rebuildIndex()
    }

    private mutating func rebuildIndex() {
        index = [:]
        guard storage.count > Self.searchedOneByOne else { return }
        for (place, member) in storage.enumerated() { index[member.key] = place }
    }
}

extension JSONObject: Hashable {
    /// Equal if they have the same members, in any order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.storage.allSatisfy { right[$0.key.text] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Set(storage.map(\.key)))
    }
}
