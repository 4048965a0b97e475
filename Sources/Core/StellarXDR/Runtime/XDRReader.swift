// SPDX-License-Identifier: Apache-2.0

/// Reads XDR items one after another from memory that the caller keeps alive.
///
/// A reader exists only inside the closure of `withUnsafeBytes` (see `XDRCodable.init(xdr:)`), cannot be copied, and
/// checks every access: it trusts no length in the input before it has seen that many bytes.
@usableFromInline package struct XDRReader: ~Copyable {
    /// The maximum nesting of recursive types. Real transactions stay below 50; a few kilobytes of nested predicates can crash
    /// a decoder without a limit.
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
