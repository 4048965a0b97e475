// SPDX-License-Identifier: Apache-2.0

package import Codec

/// An amount as anchors write it: of any asset, with any number of decimals, as a JSON string or number. It never uses
/// floating point.
package struct DecimalText: Hashable, Comparable, Sendable {
    /// The value in units of 10⁻¹⁸.
    private let scaled: Int128
    /// The text as written.
    package let text: String
    /// Whether the value equals the text; otherwise it is truncated at 18 decimals, or exceeds 10¹⁸.
    let isExact: Bool

    private static let places = 18

    /// - Returns: nil unless the text is digits with at most one point between them, at most 18 digits on each side.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= Self.places && $0.utf8.allSatisfy(Self.isDigit) })
        else { return nil }
        let fraction = parts.count > 1 ? parts[1] : ""
        let padded = parts[0] + fraction + String(repeating: "0", count: Self.places - fraction.utf8.count)
        guard let scaled = Int128(padded) else { return nil }
        self.scaled = scaled
        self.text = text
        isExact = true
    }

    /// Parses an amount from a server's response. Unlike user input it may have more digits than supported; then it is
    /// not exact.
    ///
    /// - Returns: nil when the value is not an amount.
    package init?(_ json: JSON?) {
        switch json {
        case .string(let text): self.init(wire: text)
        case .number(let literal):
            guard let plain = Self.plain(literal) else { return nil }
            self.init(wire: plain)
        default: return nil
        }
    }

    private init?(wire text: String) {
        if let exact = DecimalText(text) {
            self = exact
            return
        }
        guard !Self.isPythonZero(text) else {
            (scaled, self.text, isExact) = (0, "0", true)
            return
        }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let isAmount = parts.allSatisfy { part in
            (1...Self.longestWire).contains(part.utf8.count) && part.utf8.allSatisfy(Self.isDigit)
        }
        guard isAmount else { return nil }
        let whole = parts[0].drop { $0 == "0" }
        let fraction = parts.count > 1 ? parts[1] : ""
        let cut = fraction.prefix(Self.places)
        let digits =
            whole.utf8.count > Self.places
            ? String(repeating: "9", count: 2 * Self.places)
            : whole + cut + String(repeating: "0", count: Self.places - cut.utf8.count)
        guard let scaled = Int128(digits) else { return nil }
        self.scaled = scaled
        self.text = text
        isExact = whole.utf8.count <= Self.places && fraction.dropFirst(Self.places).allSatisfy { $0 == "0" }
    }

    /// The maximum number of digits on each side of the point in a server's response.
    private static let longestWire = 64

    /// A JSON number without its exponent, and without the sign of a negative zero; nil if that would be longer than
    /// `longestWire` on a side of the point.
    static func plain(_ literal: String) -> String? {
        let parts = literal.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let isNegative = parts[0].first == "-"
        let mantissa = (isNegative ? parts[0].dropFirst() : parts[0]).split(separator: ".", maxSplits: 1)
        guard parts.count == 2 || isNegative, let whole = mantissa.first else { return literal }
        let fraction = mantissa.count == 2 ? mantissa[1] : ""
        let digits = Array((whole + fraction).utf8)
        guard digits.allSatisfy(isDigit) else { return literal }
        let isZero = digits.allSatisfy { $0 == 0x30 }
        // A negative number is no amount, with an exponent or without.
        guard !isNegative || isZero else { return literal }
        if isZero { return "0" }
        guard digits.count <= 2 * longestWire, let exponent = parts.count == 2 ? Int16(parts[1]) : 0 else { return nil }
        let point = whole.utf8.count + Int(exponent)
        guard (-longestWire...longestWire).contains(point), digits.count - point <= longestWire else { return nil }
        let zero = UInt8(ascii: "0")
        let padded = Array(repeating: zero, count: max(0, 1 - point)) + digits
        let place = max(1, point)
        let front = padded.prefix(place) + Array(repeating: zero, count: max(0, place - padded.count))
        let back = padded.dropFirst(place)
        let leading = min(front.prefix { $0 == zero }.count, front.count - 1)
        let text = String(decoding: front.dropFirst(leading), as: UTF8.self)
        return back.isEmpty ? text : text + "." + String(decoding: back, as: UTF8.self)
    }

    /// Whether the text is like `0E-7`, which Python's `Decimal`, and so django-polaris servers, write for a zero with
    /// seven decimals.
    private static func isPythonZero(_ text: String) -> Bool {
        text.hasPrefix("0E-") && (4...5).contains(text.utf8.count) && text.utf8.dropFirst(3).allSatisfy(isDigit)
    }

    /// Whether it has at most the 7 decimals of a Stellar amount, ignoring trailing zeros.
    var hasLedgerDecimals: Bool { isExact && scaled % 100_000_000_000 == 0 }

    /// The text of the amount on the ledger, without zeros at its end; nil when it has more than 7 decimals.
    package var ledgerText: String? { hasLedgerDecimals ? Self.text(scaled) : nil }

    /// The difference; nil when it would be negative.
    package func minus(_ other: DecimalText) -> String? {
        guard other.scaled <= scaled else { return nil }
        return Self.text(scaled - other.scaled)
    }

    /// The sum; nil when it exceeds the largest amount.
    func plus(_ other: DecimalText) -> DecimalText? { DecimalText(Self.text(scaled + other.scaled)) }

    /// The text of a number of units of the last decimal, without trailing zeros.
    private static func text(_ units: Int128, decimals: Int = places) -> String {
        let digits = String(units)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        var text = "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }

    /// The largest rounding error: one unit of its last digit, at most two hundredths.
    private var slack: Int128 {
        let decimals = text.split(separator: ".").dropFirst().first?.utf8.count ?? 0
        let last = (decimals..<Self.places).reduce(Int128(1)) { power, _ in power * 10 }
        return min(last, 20_000_000_000_000_000)
    }

    /// Whether this is the product of a price and an amount, within rounding: prices to one hundredth, amounts to their
    /// last digit.
    func isAbout(_ price: DecimalText, times amount: DecimalText) -> Bool {
        let one = UInt128(1_000_000_000_000_000_000)
        // Neither has more than 36 digits, so that a hundred times the value still fits.
        func whole(_ scaled: Int128) -> (UInt128, UInt128) {
            let product = UInt128(max(0, scaled)).multipliedFullWidth(by: one)
            return (product.high, product.low)
        }
        func product(_ scaled: Int128) -> (UInt128, UInt128) {
            let product = UInt128(max(0, scaled)).multipliedFullWidth(by: UInt128(price.scaled))
            return (product.high, product.low)
        }
        return product(amount.scaled - amount.slack) <= whole(scaled * 101 / 100 + slack)
            && whole(scaled * 99 / 100 - slack) <= product(amount.scaled + amount.slack)
    }

    /// The fee from a fixed part and a percentage of an amount, to 7 decimals, rounded up.
    ///
    /// - Returns: nil on overflow.
    static func fee(fixed: DecimalText?, percent: DecimalText?, of amount: DecimalText) -> DecimalText? {
        let unit: Int128 = 100_000_000_000  // what is left of 10¹⁸ above 7 decimals
        func sevenths(_ value: DecimalText?) -> Int128 { ((value?.scaled ?? 0) + unit - 1) / unit }
        let (product, isTooLarge) = sevenths(percent).multipliedReportingOverflow(by: sevenths(amount))
        // 10⁷ for the percentage's decimals, times 100 for percent.
        let whole: Int128 = 1_000_000_000
        let (raised, overflow) = product.addingReportingOverflow(whole - 1)
        guard !isTooLarge, !overflow else { return nil }
        // Neither part has more than 30 digits.
        return DecimalText(text(sevenths(fixed) + raised / whole, decimals: 7))
    }

    package static func == (a: DecimalText, b: DecimalText) -> Bool { a.scaled == b.scaled }
    package static func < (a: DecimalText, b: DecimalText) -> Bool { a.scaled < b.scaled }
    package func hash(into hasher: inout Hasher) { hasher.combine(scaled) }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
