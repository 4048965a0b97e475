// SPDX-License-Identifier: Apache-2.0

/// The "number-count" in a part's path.
struct URSequence: Hashable {
    let number: UInt32
    let count: UInt32

    init(_ text: ArraySlice<UInt8>) throws(URError) {
        let numbers = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard numbers.count == 2, let number = Self.number(numbers[0]), let count = Self.number(numbers[1]) else {
            throw .badPath
        }
        self.number = number
        self.count = count
    }

    /// A decimal number of at least 1, without leading zeros.
    private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard let first = digits.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first) else { return nil }
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self))
    }
}
