// SPDX-License-Identifier: Apache-2.0

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

    /// Parses decimal units as `Amount` does: digits, optionally followed by a point and at most as many digits as the token has decimals.
    package init(_ text: String, decimals: Int) throws(TokenAmountError) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) }) else {
            throw .notANumber
        }
        let fraction = parts.count == 2 ? Array(parts[1]) : []
        guard fraction.count <= decimals else { throw .tooManyDecimals(found: fraction.count, most: decimals) }
        var total: Int128 = 0
        let zeros = Array(repeating: UInt8(ascii: "0"), count: max(0, decimals - fraction.count))
        for digit in Array(parts[0]) + fraction + zeros {
            let (tenfold, tooBig) = total.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tenfold.addingReportingOverflow(Int128(digit - UInt8(ascii: "0")))
            if tooBig || overflow { throw .tooLarge }
            total = sum
        }
        units = total
        self.decimals = decimals
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

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
