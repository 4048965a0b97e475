// SPDX-License-Identifier: Apache-2.0

/// A whole number of any size that is not negative, in decimal digits, the last one first: slow, and nothing like the
/// code that it checks.
struct Digits: Comparable, CustomStringConvertible {
    private var digits: [UInt8] = []

    init(_ number: some BinaryInteger) { digits = String(number).utf8.reversed().map { $0 - 48 } }
    private init(digits: [UInt8]) {
        self.digits = digits
        while self.digits.count > 1, self.digits.last == 0 { self.digits.removeLast() }
    }

    static func + (a: Digits, b: Digits) -> Digits {
        var sum: [UInt8] = []
        var carry: UInt8 = 0
        for place in 0..<max(a.digits.count, b.digits.count) + 1 {
            let part =
                carry + (place < a.digits.count ? a.digits[place] : 0) + (place < b.digits.count ? b.digits[place] : 0)
            sum.append(part % 10)
            carry = part / 10
        }
        return Digits(digits: sum)
    }

    static func * (a: Digits, b: Digits) -> Digits {
        var product = Digits(0)
        for (place, digit) in b.digits.enumerated() {
            for _ in 0..<digit {
                product = product + Digits(digits: Array(repeating: 0, count: place) + a.digits)
            }
        }
        return product
    }

    static func < (a: Digits, b: Digits) -> Bool {
        a.digits.count != b.digits.count
            ? a.digits.count < b.digits.count : a.digits.reversed().lexicographicallyPrecedes(b.digits.reversed())
    }

    var description: String { String(decoding: digits.reversed().map { $0 + 48 }, as: UTF8.self) }
}
