// SPDX-License-Identifier: Apache-2.0

/// Reads bytes from the front. Every method returns nil when there are too few, or when a number is not written in its one form.
struct WireReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() -> UInt8? { take(1)?.first }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes[offset..<(offset + count)]
    }

    /// Skips items of one size.
    mutating func skip(_ count: Int, of size: Int = 1) -> Void? { take(count * size).map { _ in () } }

    /// A number of `count` bytes, the lowest first.
    mutating func number(bytes count: Int) -> UInt32? {
        take(count).map { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Solana's compact-u16: seven bits in each byte, the lowest first. Only the shortest form counts.
    mutating func compactCount() -> Int? {
        var value = 0
        for place in 0..<3 {
            guard let byte = byte() else { return nil }
            value |= Int(byte & 0x7f) << (7 * place)
            guard byte & 0x80 == 0 else { continue }
            guard place == 0 || byte != 0, value <= 0xffff else { return nil }
            return value
        }
        return nil
    }
}
