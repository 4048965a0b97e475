// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// The quotient of two integers in decimal, for display; computed with exact integers.
package struct Ratio: Hashable, Sendable {
    package let numerator: Int64
    package let denominator: Int64

    package init(_ numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    package init(_ price: Price) { self.init(Int64(price.n), Int64(price.d)) }

    package var inverse: Ratio { Ratio(denominator, numerator) }

    /// At least seven significant digits, preceded by `about` if digits were cut off; nil unless both numbers are positive.
    package var text: String? {
        guard numerator > 0, denominator > 0 else { return nil }
        let n = UInt64(numerator)
        let d = UInt64(denominator)
        var rest = n % d
        var digits = String(n / d)
        var significant = n / d == 0 ? 0 : digits.count
        if rest == 0 { return digits }
        digits += "."
        while rest != 0, significant < 7 {
            let tenfold = UInt128(rest) * 10
            let digit = tenfold / UInt128(d)
            digits += String(digit)
            if significant > 0 || digit != 0 { significant += 1 }
            rest = UInt64(tenfold % UInt128(d))
        }
        if digits.hasSuffix(".") { digits.removeLast() }
        return rest == 0 ? digits : "about \(digits)"
    }
}
