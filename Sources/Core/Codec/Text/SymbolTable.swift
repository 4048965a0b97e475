// SPDX-License-Identifier: Apache-2.0

/// The value of each of the 256 bytes in an alphabet, or `none`: one lookup instead of comparisons.
struct SymbolTable: Sendable {
    /// Marks a byte outside the alphabet; greater than any value.
    static let none: UInt8 = 255

    private let values: [UInt8]

    init(_ alphabet: [UInt8]) {
        var values = [UInt8](repeating: Self.none, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        self.values = values
    }

    subscript(_ character: UInt8) -> UInt8 { values[Int(character)] }

    /// Provides the table as a pointer to 256 values, for loops that must be fast in every build.
    func withSymbols<R, E: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R {
        try values.withUnsafeBufferPointer(body)
    }
}
