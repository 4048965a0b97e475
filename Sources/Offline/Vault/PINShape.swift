// SPDX-License-Identifier: Apache-2.0

/// What of a PIN may be counted without keeping any of it.
enum PINShape {
    static func isDigits(_ pin: UnsafeRawBufferPointer) -> Bool {
        pin.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Characters of UTF-8: every byte but those that continue one.
    static func characters(_ pin: UnsafeRawBufferPointer) -> Int {
        pin.reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    }

    /// How many characters there are to choose from, counting each kind of which one occurs; a round hundred stands
    /// for all beyond ASCII.
    static func alphabet(_ pin: UnsafeRawBufferPointer) -> Int {
        let kinds: [(Int, ClosedRange<UInt8>)] = [
            (10, UInt8(ascii: "0")...UInt8(ascii: "9")), (26, UInt8(ascii: "a")...UInt8(ascii: "z")),
            (26, UInt8(ascii: "A")...UInt8(ascii: "Z")), (100, 0x80...0xff),
        ]
        let found = kinds.filter { kind in pin.contains { kind.1.contains($0) } }
        let hasSign = pin.contains { byte in !kinds.contains { $0.1.contains(byte) } }
        return found.reduce(hasSign ? 33 : 0) { $0 + $1.0 }
    }

    /// Words between blanks.
    static func words(_ pin: UnsafeRawBufferPointer) -> Int {
        pin.split(separator: UInt8(ascii: " ")).count
    }
}
