// SPDX-License-Identifier: Apache-2.0

/// `opaque[size]`: exactly `size` bytes, at most 32, stored inline without an allocation.
///
/// Four words hold the bytes instead of an `InlineArray`: with that as a key, Swift 6.3.1 compiles in-place changes of
/// a dictionary into code that reads invalid memory (docs/decisions, "Opaque data in place"). The schema uses sizes 4,
/// 12 and 32; xdrgen refuses more than 32.
@usableFromInline package struct FixedOpaque<let size: Int>: XDRCodable {
    /// The bytes in memory order, padded with zeros, so that equality and hashing use whole words.
    @usableFromInline var words: (UInt64, UInt64, UInt64, UInt64) {
        get { (a, b, c, d) }
        set { (a, b, c, d) = newValue }
    }
    @usableFromInline var a: UInt64 = 0
    @usableFromInline var b: UInt64 = 0
    @usableFromInline var c: UInt64 = 0
    @usableFromInline var d: UInt64 = 0

    /// The most bytes that fit the words.
    @inlinable package static var largest: Int { 32 }

    /// All zero.
    @inlinable package init() { precondition(size <= Self.largest) }

    /// Nil unless there are exactly `size` bytes.
    @inlinable package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == size else { return nil }
        self.init()
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
    }

    /// `size` zero bytes, which `fill` may overwrite.
    @inlinable package init(filling fill: (UnsafeMutableRawBufferPointer) -> Void) {
        self.init()
        withUnsafeMutableBytes(of: &words) { fill(UnsafeMutableRawBufferPointer(rebasing: $0[..<size])) }
    }

    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        let raw = try reader.readRaw(size)
        var value = Self()
        if size == 32 {
            value.a = raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            value.b = raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            value.c = raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
            value.d = raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
        } else {
            withUnsafeMutableBytes(of: &value.words) { $0.copyMemory(from: raw) }
        }
        return value
    }

    @inlinable package func encode(into writer: inout XDRWriter) { writer.write(words: (a, b, c, d), count: size) }

    @usableFromInline package static var layout: XDRLayout { .fixedOpaque(size: size) }

    /// Runs `body` on the bytes without copying them into an array.
    @inlinable package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try withUnsafeBytes(of: words) { try body(UnsafeRawBufferPointer(rebasing: $0[..<size])) }
    }

    /// The bytes as an array.
    @inlinable package var bytes: [UInt8] { withUnsafeBytes(of: words) { [UInt8]($0[..<size]) } }

    @inlinable package subscript(_ index: Int) -> UInt8 {
        precondition(index < size)
        return withUnsafeBytes(of: words) { $0[index] }
    }
}

extension FixedOpaque: Comparable {
    /// Compares byte by byte, as the network orders asset codes and issuers.
    @inlinable package static func < (left: Self, right: Self) -> Bool {
        (left.a.bigEndian, left.b.bigEndian, left.c.bigEndian, left.d.bigEndian)
            < (right.a.bigEndian, right.b.bigEndian, right.c.bigEndian, right.d.bigEndian)
    }
}

/// `opaque<max>` or `string<max>`: at most `max` bytes.
///
/// An XDR string is bytes, not text: it need not be UTF-8. Without a bound in the schema `max` is 2147483647.
@usableFromInline package struct Opaque<let max: Int>: XDRCodable {
    @usableFromInline package let bytes: [UInt8]

    /// Nil when there are more than `max` bytes.
    @inlinable package init?(_ bytes: [UInt8]) {
        guard bytes.count <= max else { return nil }
        self.bytes = bytes
    }

    /// - Precondition: there are at most `max` bytes.
    @usableFromInline init(within bytes: [UInt8]) { self.bytes = bytes }

    /// No bytes.
    @inlinable package init() { bytes = [] }

    @inlinable package static func decode(from reader: inout XDRReader) throws(XDRError) -> Self {
        let count = try reader.readCount(limit: max)
        return Self(within: [UInt8](try reader.readRaw(count)))
    }

    @inlinable package func encode(into writer: inout XDRWriter) {
        writer.write(UInt32(bytes.count))
        bytes.withUnsafeBytes { writer.writeRaw($0) }
    }

    @usableFromInline package static var layout: XDRLayout { .opaque(limit: max == 2147483647 ? nil : max) }
}
