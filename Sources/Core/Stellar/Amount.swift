// SPDX-License-Identifier: Apache-2.0

/// An exact amount of an asset: a whole number of stroops, ten million to a unit.
///
/// Parsed and formatted as decimal units (`10.5`), never through floating point.
package struct Amount: Hashable, Sendable, Comparable {
    package static let decimals = 7
    package static let stroopsPerUnit: Int64 = 10_000_000
    package static let zero = Amount(stroops: 0)
    /// 922337203685.4775807 units, the largest amount the ledger can hold.
    package static let max = Amount(stroops: .max)

    package let stroops: Int64

    package init(stroops: Int64) { self.stroops = stroops }

    /// Parses decimal units: digits, optionally followed by a point and at most seven digits. Rejects signs,
    /// exponents, blanks, `.5` and `5.`. More than seven decimals are an error, even if they are zeros: nothing is
    /// rounded.
    package init(_ text: String) throws(AmountError) {
        do throws(DecimalsError) {
            stroops = try Decimals.units(of: text, decimals: Self.decimals)
        } catch {
            switch error {
            case .notANumber: throw .notANumber
            case .tooMany(let found): throw .tooManyDecimals(found)
            case .tooLarge: throw .tooLarge
            }
        }
    }

    /// Decimal units without trailing zeros: `10.5`, `0.0000001`, `0`.
    package var text: String {
        let whole = "\(stroops < 0 ? "-" : "")\(stroops.magnitude / UInt64(Self.stroopsPerUnit))"
        var fraction = stroops.magnitude % UInt64(Self.stroopsPerUnit)
        guard fraction > 0 else { return whole }
        var decimals = Self.decimals
        while fraction % 10 == 0 {
            fraction /= 10
            decimals -= 1
        }
        let digits = String(fraction)
        return whole + "." + String(repeating: "0", count: decimals - digits.utf8.count) + digits
    }

    /// A fee: `0.00001 XLM (100 stroops)`.
    ///
    /// - Parameter more: what follows within the brackets.
    package func feeText(_ more: String = "") -> String {
        "\(text) XLM (\(stroops) stroop\(stroops == 1 ? "" : "s")\(more))"
    }

    /// Decimal units with all seven decimals, as Horizon writes them: `10.5000000`.
    package var fixedText: String {
        let magnitude = stroops.magnitude
        let fraction = String(magnitude % UInt64(Self.stroopsPerUnit))
        let zeros = String(repeating: "0", count: Self.decimals - fraction.count)
        return "\(stroops < 0 ? "-" : "")\(magnitude / UInt64(Self.stroopsPerUnit)).\(zeros)\(fraction)"
    }

    package static func < (a: Amount, b: Amount) -> Bool { a.stroops < b.stroops }

    /// The sum, or nil if it overflows.
    package func adding(_ other: Amount) -> Amount? {
        let (sum, overflow) = stroops.addingReportingOverflow(other.stroops)
        return overflow ? nil : Amount(stroops: sum)
    }

    /// The difference, which may be negative, or nil if it overflows.
    package func subtracting(_ other: Amount) -> Amount? {
        let (rest, overflow) = stroops.subtractingReportingOverflow(other.stroops)
        return overflow ? nil : Amount(stroops: rest)
    }
}

extension Amount {
    /// Formats a sum of amounts in decimal units, such as `10.5`. The sum may exceed the largest `Amount`.
    package static func text(ofSum stroops: Int128) -> String {
        let (whole, rest) = stroops.magnitude.quotientAndRemainder(dividingBy: UInt128(stroopsPerUnit))
        let fraction = Amount(stroops: Int64(rest)).text.dropFirst(1)
        return "\(stroops < 0 ? "-" : "")\(whole)\(fraction)"
    }
}

/// Why a string is not a valid amount.
package enum AmountError: Error, Hashable {
    case notANumber
    case tooManyDecimals(Int)
    /// More than 922337203685.4775807.
    case tooLarge

    package var message: String {
        switch self {
        case .notANumber: "not an amount: write digits, and a point before at most 7 decimals, such as 10.5"
        case .tooManyDecimals(let count): "an amount has at most 7 decimals, not \(count); nothing is rounded"
        case .tooLarge: "an amount is at most 922337203685.4775807"
        }
    }
}

/// An exact amount of a contract token in its smallest unit, with the number of decimals that the token declares.
package struct TokenAmount: Hashable, Sendable {
    /// More decimals than this leave no room for a whole unit in 128 bits.
    package static let mostDecimals = 38

    package let units: Int128
    package let decimals: Int

    package init(units: Int128, decimals: Int) {
        self.units = units
        self.decimals = decimals
    }

    /// Parses decimal units as `Amount` does: digits, optionally followed by a point and at most as many digits as the
    /// token has decimals.
    package init(_ text: String, decimals: Int) throws(TokenAmountError) {
        do throws(DecimalsError) {
            units = try Decimals.units(of: text, decimals: decimals)
        } catch {
            switch error {
            case .notANumber: throw .notANumber
            case .tooMany(let found): throw .tooManyDecimals(found: found, most: decimals)
            case .tooLarge: throw .tooLarge
            }
        }
        self.decimals = decimals
    }

    /// Decimal units without trailing zeros.
    package var text: String {
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        var fraction = padded.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        let sign = units < 0 ? "-" : ""
        return sign + padded.dropLast(decimals) + (fraction.isEmpty ? "" : ".") + fraction
    }
}

/// Why a text is not an amount of a token.
package enum TokenAmountError: Error, Hashable {
    case notANumber
    case tooManyDecimals(found: Int, most: Int)
    /// More than 2^127 - 1 of the smallest unit.
    case tooLarge

    package var message: String {
        switch self {
        case .notANumber: "not an amount: write digits, and a point before decimals, such as 10.5"
        case .tooManyDecimals(let found, let most):
            "this token has at most \(most) decimals, not \(found); nothing is rounded"
        case .tooLarge: "larger than any amount of a token"
        }
    }
}

/// Reads decimal units as whole numbers of the smallest unit.
private enum Decimals {
    /// Digits, optionally followed by a point and at most `decimals` digits.
    static func units<Units: FixedWidthInteger>(of text: String, decimals: Int) throws(DecimalsError) -> Units {
        var total: Units = 0
        var isTooLarge = false
        func append(_ digit: UInt8) {
            let (tenfold, tooBig) = total.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tenfold.addingReportingOverflow(Units(digit))
            if tooBig || overflow { isTooLarge = true }
            total = sum
        }
        // The number of digits before the point, and after it; nil before a point is read.
        var (whole, fraction): (Int, Int?) = (0, nil)
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), fraction == nil, whole > 0 {
                fraction = 0
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw .notANumber }
            if let place = fraction { fraction = place + 1 } else { whole += 1 }
            if fraction ?? 0 <= decimals { append(byte - UInt8(ascii: "0")) }
        }
        guard whole > 0, fraction != 0 else { throw .notANumber }
        let found = fraction ?? 0
        guard found <= decimals else { throw .tooMany(found) }
        for _ in found..<decimals { append(0) }
        guard !isTooLarge else { throw .tooLarge }
        return total
    }
}

private enum DecimalsError: Error {
    case notANumber
    case tooMany(Int)
    case tooLarge
}
