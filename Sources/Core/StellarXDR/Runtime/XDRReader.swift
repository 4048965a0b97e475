// SPDX-License-Identifier: Apache-2.0

/// Reads XDR items one after another from memory that the caller keeps alive.
///
/// A reader exists only inside the closure of `withUnsafeBytes` (see `XDRCodable.init(xdr:)`), cannot be copied, and
/// checks every access: it trusts no length in the input before it has seen that many bytes.
@usableFromInline package struct XDRReader: ~Copyable {
    /// The maximum nesting of recursive types. Real transactions stay below 50; a few kilobytes of nested predicates
    /// can crash a decoder without a limit.
    package static let depthLimit = 200

    @usableFromInline let base: UnsafeRawPointer?
    @usableFromInline let end: Int
    /// Bytes consumed so far.
    @inlinable package var offset: Int { position }
    @usableFromInline var position = 0
    private var depth = 0

    @inlinable package init(_ bytes: UnsafeRawBufferPointer) {
        base = bytes.baseAddress
        end = bytes.count
    }

    /// Bytes not yet consumed.
    @inlinable package var remaining: Int { end - position }

    /// Ends the reading; throws `.trailingBytes` if bytes are left.
    @inlinable package consuming func finish() throws(XDRError) {
        if offset != end { throw .trailingBytes(offset: offset, count: end - offset) }
    }

    /// A big-endian 32-bit word.
    @inlinable package mutating func readWord() throws(XDRError) -> UInt32 {
        guard end - offset >= 4, let base else { throw .truncated(offset: end, needed: 4 - (end - offset)) }
        let word = (base + position).loadUnaligned(as: UInt32.self)
        position += 4
        return UInt32(bigEndian: word)
    }

    /// A big-endian 64-bit word.
    @inlinable package mutating func readDoubleWord() throws(XDRError) -> UInt64 {
        guard end - offset >= 8, let base else { throw .truncated(offset: end, needed: 8 - (end - offset)) }
        let word = (base + position).loadUnaligned(as: UInt64.self)
        position += 8
        return UInt64(bigEndian: word)
    }

    /// A boolean or presence flag: 0 or 1, nothing else.
    @inlinable package mutating func readFlag() throws(XDRError) -> Bool {
        let word = try readWord()
        if word > 1 { throw .badBoolean(offset: offset - 4, value: word) }
        return word == 1
    }

    /// Reads `count` raw bytes and checks their zero padding; the pointer is valid as long as the reader's memory.
    @inlinable package mutating func readRaw(_ count: Int) throws(XDRError) -> UnsafeRawBufferPointer {
        let left = end - offset
        guard count <= left else { throw .truncated(offset: end, needed: count - left) }
        let padding = (4 - count & 3) & 3
        guard count + padding <= left else { throw .truncated(offset: end, needed: count + padding - left) }
        guard let base else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let start = base + position
        for i in count..<count + padding where start.load(fromByteOffset: i, as: UInt8.self) != 0 {
            throw .nonZeroPadding(offset: offset + i)
        }
        position += count + padding
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    /// The length word of a string, opaque or array, checked against the type's limit.
    @inlinable package mutating func readCount(limit: Int) throws(XDRError) -> Int {
        let count = try readWord()
        if Int(count) > limit { throw .tooLong(offset: offset - 4, count: count, limit: limit) }
        return Int(count)
    }

    /// Reads one level of a recursive type.
    package mutating func descend<T>(
        _ body: (inout XDRReader) throws(XDRError) -> T
    ) throws(XDRError) -> T {
        if depth == Self.depthLimit { throw .tooDeep(offset: offset) }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }
}

/// The source of a value in a format other than bytes; `XDRLayout.bytes(from:)` asks it for each part, in the order of
/// the bytes.
///
/// A source has a position in its text: `enter` moves to a part, `leave` moves back. The type's own decoder checks
/// again everything that a source provides.
package protocol XDRSource {
    /// What is wrong with the text, and where.
    associatedtype Fault: Error

    /// The value here, if the format writes this type as a whole (an account as one address); nil to be asked for its
    /// parts.
    mutating func whole(_ type: any XDRCodable.Type) throws(Fault) -> (any XDRCodable)?
    /// Called before the fields of a structure.
    mutating func begin(structure name: StaticString, fields: [XDRLayout.Field]) throws(Fault)
    mutating func enter(field: StaticString) throws(Fault)
    /// The discriminant of one of the union's arms.
    mutating func arm(of union: XDRLayout.Union) throws(Fault) -> Int32
    /// Moves to the value of an arm that is not void.
    mutating func enter(arm value: Int32, field: StaticString, of union: XDRLayout.Union) throws(Fault)
    /// The number of elements, at most `limit`.
    mutating func count(limit: Int?) throws(Fault) -> Int
    mutating func enter(element: Int) throws(Fault)
    mutating func leave()
    mutating func isPresent() throws(Fault) -> Bool
    /// - Parameter bits: 32 or 64; the value fits.
    mutating func integer(bits: Int, alias: StaticString?) throws(Fault) -> Int64
    /// - Parameter bits: 32 or 64; the value fits.
    mutating func unsigned(bits: Int, alias: StaticString?) throws(Fault) -> UInt64
    mutating func boolean() throws(Fault) -> Bool
    /// One of the enum's values.
    mutating func member(of enumeration: XDRLayout.Enumeration) throws(Fault) -> Int32
    /// Exactly `size` bytes.
    mutating func opaque(size: Int, alias: StaticString?) throws(Fault) -> [UInt8]
    /// At most `limit` bytes.
    mutating func opaque(limit: Int?, alias: StaticString?) throws(Fault) -> [UInt8]
    /// At most `limit` bytes.
    mutating func string(limit: Int?, alias: StaticString?) throws(Fault) -> [UInt8]
    /// The error for a text that is nested deeper than any value may be.
    func tooDeep() -> Fault
}

/// Why bytes are not a value of the expected XDR type, and at which offset of the input.
///
/// Every case carries the byte offset of the faulty item, from the start of the input.
@usableFromInline package enum XDRError: Error, Hashable {
    /// The input ends before the value does.
    case truncated(offset: Int, needed: Int)
    /// Bytes follow the value.
    case trailingBytes(offset: Int, count: Int)
    /// A padding byte is not zero (RFC 4506 §3).
    case nonZeroPadding(offset: Int)
    /// A boolean or presence flag is neither 0 nor 1.
    case badBoolean(offset: Int, value: UInt32)
    /// An enum has no such member, or a union no such arm.
    case unknownValue(type: StaticString, offset: Int, value: Int32)
    /// A string, opaque or array is longer than its type allows.
    case tooLong(offset: Int, count: UInt32, limit: Int)
    /// Recursive types are nested deeper than `XDRReader.depthLimit`.
    case tooDeep(offset: Int)
    /// The value encodes to other bytes than these, from this offset on.
    case notCanonical(offset: Int)

    /// A description on one lower-case line.
    package var message: String {
        switch self {
        case .truncated(let offset, let needed):
            "ends at byte \(offset), where \(needed) more byte\(needed == 1 ? "" : "s") should follow"
        case .trailingBytes(let offset, let count):
            "the value ends at byte \(offset), but \(count) more byte\(count == 1 ? " follows" : "s follow")"
        case .nonZeroPadding(let offset): "padding at byte \(offset) is not zero"
        case .badBoolean(let offset, let value): "a flag at byte \(offset) is \(value), neither 0 nor 1"
        case .unknownValue(let type, let offset, let value): "\(type) at byte \(offset) has the unknown value \(value)"
        case .tooLong(let offset, let count, let limit):
            "a length at byte \(offset) is \(count), more than the \(limit) allowed"
        case .tooDeep(let offset): "nested too deeply at byte \(offset)"
        case .notCanonical(let offset): "not in canonical form at byte \(offset)"
        }
    }

    @usableFromInline package static func == (a: XDRError, b: XDRError) -> Bool { a.message == b.message }
    @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(message) }
}
