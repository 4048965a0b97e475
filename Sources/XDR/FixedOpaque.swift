// SPDX-License-Identifier: Apache-2.0

/// `opaque[size]`: exactly `size` bytes, at most 32, kept in place without an allocation of their own.
///
/// Four plain words hold them: with `InlineArray`, Swift 6.3.1 compiles a dictionary that is changed in place under such a key
/// into code that reads wild memory (docs/decisions, "Opaque data in place"). The schema has 4, 12 and 32; xdrgen refuses more than 32.
package struct FixedOpaque<let size: Int>: XDRCodable {
    /// The bytes in memory order, zeros behind them, so that equality and hashing go by whole words.
    private var words: (UInt64, UInt64, UInt64, UInt64) {
        get { (a, b, c, d) }
        set { (a, b, c, d) = newValue }
    }
    private var a: UInt64 = 0
    private var b: UInt64 = 0
    private var c: UInt64 = 0
    private var d: UInt64 = 0

    /// The most that fits the words.
    package static var largest: Int { 32 }

    /// All zero.
    package init() { precondition(size <= Self.largest) }

    /// Nil unless there are exactly `size` bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == size else { return nil }
        self.init()
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
    }

    @inline(__always)
    package init(from reader: inout XDRReader) throws(XDRError) {
        let raw = try reader.readRaw(size)
        self.init()
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: raw) }
    }

    @inline(__always)
    package func encode(into writer: inout XDRWriter) {
        withUnsafeBytes(of: words) { writer.writeRaw(UnsafeRawBufferPointer(rebasing: $0[..<size])) }
    }

    package static var layout: XDRLayout { .fixedOpaque(size: size) }

    /// The bytes as an array.
    package var bytes: [UInt8] { withUnsafeBytes(of: words) { [UInt8]($0[..<size]) } }

    package subscript(_ index: Int) -> UInt8 {
        precondition(index < size)
        return withUnsafeBytes(of: words) { $0[index] }
    }
}

extension FixedOpaque: Comparable {
    /// Byte by byte, as the network orders asset codes and issuers.
    package static func < (left: Self, right: Self) -> Bool {
        (left.a.bigEndian, left.b.bigEndian, left.c.bigEndian, left.d.bigEndian)
            < (right.a.bigEndian, right.b.bigEndian, right.c.bigEndian, right.d.bigEndian)
    }
}
