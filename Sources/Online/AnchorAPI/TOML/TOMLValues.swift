// SPDX-License-Identifier: Apache-2.0

/// Parsing of the four string forms.
extension TOMLReader {
    mutating func basicString() throws(TOMLError) -> String {
        offset += 1
        var content: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &content)
            default:
                try checkCharacter(byte)
                content.append(byte)
            }
        }
        throw fault("the string is not closed")
    }

    mutating func literalString() throws(TOMLError) -> String {
        offset += 1
        let start = offset
        while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
            offset += 1
            if byte == UInt8(ascii: "'") { return String(decoding: bytes[start..<offset - 1], as: UTF8.self) }
            try checkCharacter(byte)
        }
        throw fault("the string is not closed")
    }

    mutating func multilineString(isBasic: Bool) throws(TOMLError) -> String {
        let opening = line
        let delimiter = isBasic ? UInt8(ascii: "\"") : UInt8(ascii: "'")
        offset += 3
        // A line end right after the delimiter is not part of the text.
        _ = try passLineEnd()
        var content: [UInt8] = []
        while let byte = next {
            if byte == delimiter {
                let count = bytes[offset...].prefix(6).prefix { $0 == delimiter }.count
                guard count <= 5 else { throw fault("too many quotation marks") }
                offset += count
                // Up to two quotation marks may precede the closing three.
                content += Array(repeating: delimiter, count: count >= 3 ? count - 3 : count)
                if count >= 3 { return String(decoding: content, as: UTF8.self) }
            } else if try passLineEnd() {
                content.append(UInt8(ascii: "\n"))
            } else if isBasic, byte == UInt8(ascii: "\\") {
                offset += 1
                if try !continuation() { try escape(into: &content) }
            } else {
                try checkCharacter(byte)
                content.append(byte)
                offset += 1
            }
        }
        throw TOMLError(line: opening, reason: "the string is not closed")
    }

    /// Skips the end of the line after a backslash, with all whitespace and line ends that follow; false if there is
    /// none.
    private mutating func continuation() throws(TOMLError) -> Bool {
        let start = offset
        skipBlanks()
        guard try passLineEnd() else {
            offset = start
            return false
        }
        repeat { skipBlanks() } while try passLineEnd()
        return true
    }

    /// Appends the character that is escaped after a backslash.
    private mutating func escape(into content: inout [UInt8]) throws(TOMLError) {
        let byte = next
        offset += 1
        switch byte {
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "n"): content.append(0x0a)
        case UInt8(ascii: "f"): content.append(0x0c)
        case UInt8(ascii: "r"): content.append(0x0d)
        case UInt8(ascii: "\""): content.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): content.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "u"): try scalar(digits: 4, into: &content)
        case UInt8(ascii: "U"): try scalar(digits: 8, into: &content)
        default: throw fault("unknown escape in a string")
        }
    }

    private mutating func scalar(digits: Int, into content: inout [UInt8]) throws(TOMLError) {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault("\\u and \\U take \(digits) hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        guard let scalar = Unicode.Scalar(value) else { throw fault("the escape is not a Unicode character") }
        content += Array(UTF8.encode(scalar) ?? .init())
    }
}

/// Parsing of values: arrays, and tokens between delimiters.
extension TOMLReader {
    mutating func value(depth: Int) throws(TOMLError) -> TOML {
        skipBlanks()
        switch next {
        case UInt8(ascii: "["):
            return try nested(depth) { (reader, depth) throws(TOMLError) in try reader.array(depth: depth) }
        case UInt8(ascii: "{"):
            return try nested(depth) { (reader, depth) throws(TOMLError) in try reader.inlineTable(depth: depth) }
        case UInt8(ascii: "\""):
            return .string(try next(is: "\"\"\"") ? multilineString(isBasic: true) : basicString())
        case UInt8(ascii: "'"):
            return .string(try next(is: "'''") ? multilineString(isBasic: false) : literalString())
        default:
            let token = token()
            guard let value = TOMLScalar.value(token) else {
                throw fault(
                    TOMLScalar.isInteger(token) ? "the integer is too large: TOML has 64 bits" : "expected a value")
            }
            return value
        }
    }

    private mutating func array(depth: Int) throws(TOMLError) -> TOML {
        let opening = line
        offset += 1
        var values: [TOML] = []
        while true {
            guard try skipLines() else { throw TOMLError(line: opening, reason: "the array is not closed") }
            if pass("]") { return .array(values) }
            values.append(try value(depth: depth))
            guard try skipLines() else { throw TOMLError(line: opening, reason: "the array is not closed") }
            if pass("]") { return .array(values) }
            try expect(",", "or ']' in the array")
        }
    }

    /// A number, date, time or keyword. A space may separate a date and a time.
    private mutating func token() -> Substring {
        let start = offset
        func isPart(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"),
                UInt8(ascii: "."), UInt8(ascii: ":"):
                true
            default: false
            }
        }
        while let byte = next, isPart(byte) { offset += 1 }
        if offset - start == 10, bytes[start + 4] == UInt8(ascii: "-"), next == UInt8(ascii: " "),
            offset + 1 < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset + 1])
        {
            offset += 1
            while let byte = next, isPart(byte) { offset += 1 }
        }
        return Substring(decoding: bytes[start..<offset], as: UTF8.self)
    }
}
