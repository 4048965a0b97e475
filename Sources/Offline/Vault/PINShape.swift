// SPDX-License-Identifier: Apache-2.0

/// Properties of a PIN that can be counted without copying it.
enum PINShape {
    static func isDigits(_ pin: UnsafeRawBufferPointer) -> Bool {
        pin.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The number of UTF-8 characters: all bytes except continuation bytes.
    static func characters(_ pin: UnsafeRawBufferPointer) -> Int {
        pin.reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    }

    /// The size of the alphabet: the sum over all kinds of characters in the PIN. Characters beyond ASCII count as one kind of 100.
    static func alphabet(_ pin: UnsafeRawBufferPointer) -> Int {
        let kinds: [(Int, ClosedRange<UInt8>)] = [
            (10, UInt8(ascii: "0")...UInt8(ascii: "9")), (26, UInt8(ascii: "a")...UInt8(ascii: "z")),
            (26, UInt8(ascii: "A")...UInt8(ascii: "Z")), (100, 0x80...0xff),
        ]
        let found = kinds.filter { kind in pin.contains { kind.1.contains($0) } }
        let hasSign = pin.contains { byte in !kinds.contains { $0.1.contains(byte) } }
        return found.reduce(hasSign ? 33 : 0) { $0 + $1.0 }
    }

    /// The number of words separated by spaces.
    static func words(_ pin: UnsafeRawBufferPointer) -> Int {
        pin.split(separator: UInt8(ascii: " ")).count
    }
}
