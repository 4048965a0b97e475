// SPDX-License-Identifier: Apache-2.0

/// The strict JSON parser: one pass over the bytes, with one counted level of recursion per level of nesting.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maximumDepth: Int
    private var offset = 0
    private var depth = 0
    /// The names of the outermost object's members and their offsets, if they are wanted.
    private(set) var outermost: [(name: String, offset: Int)]?

    init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, notingMembers: Bool = false) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        outermost = notingMembers ? [] : nil
    }

    mutating func document() throws(JSONError) -> JSON {
        if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf {
            throw .syntax(offset: 0, "byte order mark")
        }
        skipWhiteSpace()
        let value = try value()
        skipWhiteSpace()
        guard offset == bytes.count else { throw .syntax(offset: offset, "something after the document") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSON {
        guard let first = peek() else { throw .syntax(offset: offset, "unexpected end") }
        switch first {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in .object(try parser.object()) }
        case UInt8(ascii: "["): return try nested { parser throws(JSONError) in .array(try parser.array()) }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw .syntax(offset: offset, "unexpected character")
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONError) -> JSON
    ) throws(JSONError) -> JSON {
        guard depth < maximumDepth else { throw .tooDeep(offset: offset, limit: maximumDepth) }
        depth += 1
        offset += 1
        skipWhiteSpace()
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func array() throws(JSONError) -> [JSON] {
        var elements: [JSON] = []
        if take(UInt8(ascii: "]")) { return elements }
        repeat {
            skipWhiteSpace()
            elements.append(try value())
            skipWhiteSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw .syntax(offset: offset, "array without \",\" or \"]\"") }
        return elements
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        var object = JSONObject(roomFor: 8)
        if take(UInt8(ascii: "}")) { return object }
        repeat {
            skipWhiteSpace()
            let start = offset
            guard peek() == UInt8(ascii: "\"") else { throw .syntax(offset: offset, "member without a name") }
            let key = try string()
            if depth == 1 { outermost?.append((key, start)) }
            skipWhiteSpace()
            guard take(UInt8(ascii: ":")) else { throw .syntax(offset: offset, "member without \":\"") }
            skipWhiteSpace()
            guard object.append(key, try value()) else { throw .duplicateKey(offset: start, key: key) }
            skipWhiteSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw .syntax(offset: offset, "object without \",\" or \"}\"") }
        return object
    }

    private mutating func word(_ text: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        for place in 0..<text.utf8CodeUnitCount {
            guard take(text.utf8Start[place]) else { throw .syntax(offset: offset, "unknown word") }
        }
        return value
    }

    private mutating func number() throws(JSONError) -> String {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return slice(start)
    }

    private mutating func digits() throws(JSONError) {
        let start = offset
        while let next = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { offset += 1 }
        guard offset > start else { throw .syntax(offset: offset, "number without a digit") }
    }

    /// A string, from its opening quotation mark.
    private mutating func string() throws(JSONError) -> String {
        offset += 1
        let start = offset
        skipPlain()
        guard peek() == UInt8(ascii: "\"") else { return try string(from: start) }
        let text = slice(start)
        offset += 1
        return text
    }

    /// The rest of a string; `start` is where the run not yet copied begins. Runs without escapes are copied whole.
    private mutating func string(from start: Int) throws(JSONError) -> String {
        var text = ""
        var start = start
        while let next = peek() {
            switch next {
            case UInt8(ascii: "\""):
                let rest = slice(start)
                offset += 1
                return text.isEmpty ? rest : text + rest
            case UInt8(ascii: "\\"):
                text += slice(start)
                text.unicodeScalars.append(try escape())
                start = offset
            case 0..<0x20:
                throw .syntax(offset: offset, "raw control character in a string")
            case 0x20..<0x80:
                skipPlain()
            default:
                guard let length = UTF8Check.lengthOfSequence(in: bytes, at: offset) else {
                    throw .notUTF8(offset: offset)
                }
                offset += length
            }
        }
        throw .syntax(offset: offset, "string without its end")
    }

    /// One escape sequence, from its backslash; a surrogate pair counts as one.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let kind = peek() else { throw .syntax(offset: offset, "string without its end") }
        offset += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(kind)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try escapedScalar(from: start)
        default: throw .syntax(offset: start, "unknown escape sequence")
        }
    }

    private mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try hexUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xdc00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw .notUTF8(offset: start)
        }
        let second = try hexUnit()
        guard (0xdc00...0xdfff).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))
        else { throw .notUTF8(offset: start) }
        return scalar
    }

    private mutating func hexUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let next = peek(), let digit = Hex.value(of: next) else {
                throw .syntax(offset: offset, "escape sequence without four hexadecimal digits")
            }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }

    private func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func take(_ character: UInt8) -> Bool {
        guard peek() == character else { return false }
        offset += 1
        return true
    }

    private mutating func skipWhiteSpace() {
        while let next = peek(), next == 0x20 || next == 0x0a || next == 0x0d || next == 0x09 { offset += 1 }
    }

    /// Skips printable ASCII that needs no unescaping in a string, eight bytes at a time.
    private mutating func skipPlain() {
        let text = UnsafeRawBufferPointer(bytes)
        let each: UInt64 = 0x0101_0101_0101_0101
        while offset + 8 <= text.count {
            let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            // The top bit of a byte is set in the word itself for non-ASCII, and in these for control characters,
            // quotation marks and backslashes. A subtraction borrows only from later bytes, so the first marked byte is
            // right.
            let controls = word &- (each * 0x20)
            let quotes = (word ^ (each * 0x22)) &- each
            let backslashes = (word ^ (each * 0x5c)) &- each
            let special = (word | controls | quotes | backslashes) & (each * 0x80)
            offset += special.trailingZeroBitCount >> 3
            guard special == 0 else { return }
        }
        while let next = peek(), (0x20..<0x80).contains(next), next != UInt8(ascii: "\""), next != UInt8(ascii: "\\") {
            offset += 1
        }
    }

    private func slice(_ start: Int) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
    }
}

/// Why a text is not acceptable JSON, or a document does not have the expected content.
package enum JSONError: Error, Hashable {
    /// A violation of the grammar of RFC 8259 at this byte offset.
    case syntax(offset: Int, String)
    /// A duplicate member (compared after unescaping); `offset` is that of the second key.
    case duplicateKey(offset: Int, key: String)
    /// Ill-formed UTF-8, or an escaped lone surrogate.
    case notUTF8(offset: Int)
    /// Arrays and objects are nested deeper than `limit`.
    case tooDeep(offset: Int, limit: Int)
    /// A required member is missing.
    case missing(field: String)
    /// A member has a value of another type.
    case wrongType(field: String, expected: String)
    /// A number that the field's type cannot hold.
    case outOfRange(field: String)
    /// A value of the right form that this version does not know, as a later protocol may have: `what` names it,
    /// escaped.
    case unknownValue(field: String, what: String)

    /// The longest text of a document that an error repeats, in characters.
    private static let quotedLimit = 60

    /// The error for a text that is none of those that the field can have.
    package static func unknown(_ field: String, _ text: String) -> JSONError {
        let isCut = text.count > quotedLimit
        return .unknownValue(
            field: field, what: "\"\(TerminalText.escape(String(text.prefix(quotedLimit))))\"" + (isCut ? " ..." : ""))
    }

    /// The description for the end of an error line; text from the document is escaped.
    package var message: String {
        switch self {
        case .syntax(let offset, let what): "not JSON: \(what) at byte offset \(offset)"
        case .duplicateKey(let offset, let key):
            "not JSON: the member \"\(TerminalText.escape(key))\" occurs twice, the second time at byte offset \(offset)"
        case .notUTF8(let offset): "not JSON: text is not UTF-8 at byte offset \(offset)"
        case .tooDeep(let offset, let limit): "JSON is nested deeper than \(limit) levels at byte offset \(offset)"
        case .missing(let field): "the field \"\(TerminalText.escape(field))\" is missing"
        case .wrongType(let field, let expected): "the field \"\(TerminalText.escape(field))\" is not \(expected)"
        case .outOfRange(let field): "the number in the field \"\(TerminalText.escape(field))\" is out of range"
        case .unknownValue(let field, let what):
            "the field \"\(TerminalText.escape(field))\" has a value that this version does not know: \(what)"
        }
    }

    /// The description with line and column instead of the offset, if the text has several lines: for one that a person
    /// wrote.
    ///
    /// - Parameters:
    ///   - text: what was parsed, or more before it.
    ///   - start: where it begins in `text`.
    package func message(in text: [UInt8], from start: Int = 0) -> String {
        let found: Int? =
            switch self {
            case .syntax(let offset, _), .duplicateKey(let offset, _), .notUTF8(let offset), .tooDeep(let offset, _):
                offset
            case .missing, .wrongType, .outOfRange, .unknownValue: nil
            }
        guard let found else { return message }
        let before = text.prefix(start + found)
        let newline = UInt8(ascii: "\n")
        guard let last = before.lastIndex(of: newline) else { return message }
        let line = before.count { $0 == newline } + 1
        // Characters, not bytes: a continuation byte of UTF-8 begins none.
        let column = before[(last + 1)...].count { $0 & 0xc0 != 0x80 } + 1
        let place = " at byte offset \(found)"
        guard message.hasSuffix(place) else { return message }
        return message.dropLast(place.count) + " in line \(line), column \(column)"
    }

    /// The error with its field placed inside `parent`: `missing("key")` in "list[2]" becomes "list[2].key".
    package func inside(_ parent: String) -> JSONError {
        switch self {
        case .missing(let field): .missing(field: parent + "." + field)
        case .wrongType(let field, let expected): .wrongType(field: parent + "." + field, expected: expected)
        case .outOfRange(let field): .outOfRange(field: parent + "." + field)
        case .unknownValue(let field, let what): .unknownValue(field: parent + "." + field, what: what)
        case .syntax, .duplicateKey, .notUTF8, .tooDeep: self
        }
    }
}

/// The well-formedness of UTF-8.
///
/// - Source: Unicode Standard, table 3-7: no overlong forms, no surrogates, nothing beyond U+10FFFF.
enum UTF8Check {
    /// The length of the two- to four-byte sequence that begins at `offset`; nil when it is ill-formed.
    static func lengthOfSequence(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[offset] {
        case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        default: return nil
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
        for place in offset + 2..<offset + length where bytes[place] & 0xc0 != 0x80 { return nil }
        return length
    }
}
