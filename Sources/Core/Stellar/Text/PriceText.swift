// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

extension Price {
    /// Parses a fraction `N/D`, kept as written, or a decimal number, which becomes the nearest fraction of two
    /// 32-bit numbers. Both numbers must be positive.
    package init(_ text: String) throws(PriceError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let n = Self.whole(parts[0]), let d = Self.whole(parts[1]) else { throw .notAPrice }
            guard n > 0, d > 0 else { throw .zero }
            self.init(n: n, d: d)
            return
        }
        self = try Self.nearest(toDecimal: text)
    }

    private static func whole(_ digits: Substring.UTF8View) -> Int32? {
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int32(String(Substring(digits)))
    }

    /// The most digits of a decimal number: numerator and denominator then fit 128 bits.
    private static let mostDigits = 36

    /// The best approximation by continued fractions, computed with exact integers.
    private static func nearest(toDecimal text: String) throws(PriceError) -> Price {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2,
            parts.allSatisfy({ part in
                !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            })
        else { throw .notAPrice }
        // Zeros at either end change nothing.
        let zero = UInt8(ascii: "0")
        let whole = parts[0].drop { $0 == zero }
        var fraction = parts.count == 2 ? Array(parts[1]) : []
        while fraction.last == zero { fraction.removeLast() }
        let digits = whole + fraction
        guard !digits.isEmpty else { throw .zero }
        guard digits.count <= mostDigits else { throw .tooManyDigits(digits.count, limit: mostDigits) }
        var numerator = digits.reduce(0 as Int128) { $0 * 10 + Int128($1 - zero) }
        var denominator: Int128 = 1
        for _ in 0..<fraction.count { denominator *= 10 }
        let limit = Int128(Int32.max)
        var previous: (n: Int128, d: Int128) = (0, 1)
        var current: (n: Int128, d: Int128) = (1, 0)
        while denominator != 0 {
            let quotient = numerator / denominator
            let (n, nOverflow) = quotient.multipliedReportingOverflow(by: current.n)
            let (d, dOverflow) = quotient.multipliedReportingOverflow(by: current.d)
            if nOverflow || dOverflow || n > limit - previous.n || d > limit - previous.d { break }
            (previous, current) = (current, (n + previous.n, d + previous.d))
            (numerator, denominator) = (denominator, numerator % denominator)
        }
        guard current.n > 0, current.d > 0 else { throw .outOfRange }
        return Price(n: Int32(current.n), d: Int32(current.d))
    }

    /// `N/D`, as on the wire.
    package var text: String { "\(n)/\(d)" }
}

/// Why a string is not a valid price.
package enum PriceError: Error, Hashable {
    case notAPrice
    case zero
    case outOfRange
    /// A decimal number with more digits than can be computed with.
    case tooManyDigits(Int, limit: Int)

    package var message: String {
        switch self {
        case .notAPrice: "not a price: write a decimal number such as 0.25, or a fraction such as 1/4"
        case .tooManyDigits(let found, let limit):
            "not a usable price: it has \(found) digits, and at most \(limit) are read"
        case .zero: "a price is above zero"
        case .outOfRange: "a price is a fraction of two numbers of at most 2147483647; this one has none near"
        }
    }
}

extension Price {
    /// The value of an amount at this price, in stroops of the other asset: `amount × n / d`, computed with 128 bits
    /// and limited to what an amount can hold.
    ///
    /// - Parameter roundsUp: for a bound of what leaves; what arrives is rounded down.
    /// - Returns: nil unless both numbers of the price are positive. A negative amount counts as 0.
    package func value(of amount: Int64, roundsUp: Bool) -> Int64? {
        guard n > 0, d > 0 else { return nil }
        let product = Int128(max(amount, 0)) * Int128(n)
        let quotient = product / Int128(d)
        return Int64(clamping: roundsUp && product % Int128(d) != 0 ? quotient + 1 : quotient)
    }
}
