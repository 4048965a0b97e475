// SPDX-License-Identifier: Apache-2.0

/// The strict CBOR decoder. Allocates nothing for a length that the rest of the input cannot hold.
struct CBORDecoder {
    private static let depthLimit = 16

    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(CBORError) -> CBOR {
        let item = try item()
        guard offset == bytes.count else { throw .trailing(offset: offset) }
        return item
    }

    private mutating func item() throws(CBORError) -> CBOR {
        let start = offset
        let first = try take(1, of: start).first ?? 0
        if first >> 5 == 7 { return try simple(first & 31, at: start) }
        let value = try number(first & 31, at: start)
        switch first >> 5 {
        case 0: return .unsigned(value)
        case 1: return .negative(value)
        case 2: return .bytes(try string(value, at: start))
        case 3: return .text(try text(value, at: start))
        case 4: return try nested(at: start) { decoder throws(CBORError) in try decoder.array(value, at: start) }
        case 5: return try nested(at: start) { decoder throws(CBORError) in try decoder.map(value, at: start) }
        default: return try nested(at: start) { decoder throws(CBORError) in .tagged(value, try decoder.item()) }
        }
    }

    private func simple(_ kind: UInt8, at start: Int) throws(CBORError) -> CBOR {
        switch kind {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 31: throw .indefinite(offset: start)
        default: throw .unsupported(offset: start)
        }
    }

    private mutating func number(_ kind: UInt8, at start: Int) throws(CBORError) -> UInt64 {
        guard kind >= 24 else { return UInt64(kind) }
        guard kind != 31 else { throw .indefinite(offset: start) }
        guard kind < 28 else { throw .unsupported(offset: start) }
        let length = 1 << Int(kind - 24)
        let value = try take(length, of: start).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let least: UInt64 = length == 1 ? 24 : 1 << UInt64(length * 4)
        guard value >= least else { throw .notShortest(offset: start) }
        return value
    }

    private mutating func nested(
        at start: Int, _ body: (inout CBORDecoder) throws(CBORError) -> CBOR
    ) throws(CBORError) -> CBOR {
        guard depth < Self.depthLimit else { throw .tooDeep(offset: start) }
        depth += 1
        let item = try body(&self)
        depth -= 1
        return item
    }

    private mutating func array(_ count: UInt64, at start: Int) throws(CBORError) -> CBOR {
        guard count <= UInt64(bytes.count - offset) else { throw .truncated(offset: start) }
        var items: [CBOR] = []
        for _ in 0..<count { items.append(try item()) }
        return .array(items)
    }

    private mutating func map(_ count: UInt64, at start: Int) throws(CBORError) -> CBOR {
        guard count <= UInt64(bytes.count - offset) / 2 else { throw .truncated(offset: start) }
        var members: [CBOR: CBOR] = [:]
        for _ in 0..<count {
            let place = offset
            let key = try item()
            guard members.updateValue(try item(), forKey: key) == nil else { throw .duplicateKey(offset: place) }
        }
        return .map(members)
    }

    private mutating func text(_ count: UInt64, at start: Int) throws(CBORError) -> String {
        guard let text = String(validating: try string(count, at: start), as: UTF8.self) else {
            throw .notUTF8(offset: start)
        }
        return text
    }

    private mutating func string(_ count: UInt64, at start: Int) throws(CBORError) -> [UInt8] {
        guard let count = Int(exactly: count) else { throw .truncated(offset: start) }
        return Array(try take(count, of: start))
    }

    private mutating func take(_ count: Int, of start: Int) throws(CBORError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - offset else { throw .truncated(offset: start) }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }
}
