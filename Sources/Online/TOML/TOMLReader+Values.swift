// SPDX-License-Identifier: Apache-2.0

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
