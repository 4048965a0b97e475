// SPDX-License-Identifier: Apache-2.0

package import TextCodec

/// An amount as anchors write it: of any asset, with any number of decimals, as a JSON string or number. Never floating point.
package struct DecimalText: Hashable, Comparable, Sendable {
    /// In units of 10⁻¹⁸.
    private let scaled: Int128
    /// As it was written.
    package let text: String
    /// Whether the value is all of what was written; what is not exact is cut off at 18 decimals, or is more than 10¹⁸.
    let isExact: Bool

    private static let places = 18

    /// - Returns: nil for anything but digits, with at most one point between them, at most 18 on each side.
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

    /// Reads an amount from a server's answer. Unlike a user's it may have more digits than are reckoned with here: then it is not exact.
    ///
    /// - Returns: nil where the value is not an amount.
    package init?(_ json: JSON?) {
        switch json {
        case .string(let text): self.init(wire: text)
        case .number(let literal): self.init(wire: literal)
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

    /// Digits on each side of the point, in a server's answer.
    private static let longestWire = 64

    /// `0E-7`: how Python's decimals write a zero with seven decimals, and servers of django-polaris with them.
    private static func isPythonZero(_ text: String) -> Bool {
        text.hasPrefix("0E-") && (4...5).contains(text.utf8.count) && text.utf8.dropFirst(3).allSatisfy(isDigit)
    }

    /// Whether it has at most the 7 decimals of an asset on the network, zeros at the end aside.
    var hasLedgerDecimals: Bool { isExact && scaled % 100_000_000_000 == 0 }

    /// What is left without another amount; nil for less than nothing.
    package func minus(_ other: DecimalText) -> String? {
        guard other.scaled <= scaled else { return nil }
        return Self.text(scaled - other.scaled)
    }

    /// Both together; nil for more than an amount can be.
    func plus(_ other: DecimalText) -> DecimalText? { DecimalText(Self.text(scaled + other.scaled)) }

    /// Of so many units of the last decimal, without zeros at the end.
    private static func text(_ units: Int128, decimals: Int = places) -> String {
        let digits = String(units)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        var text = "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }

    /// How far it may be from what it was before it was rounded: one of its last digit, at most two hundredths of a unit.
    private var slack: Int128 {
        let decimals = text.split(separator: ".").dropFirst().first?.utf8.count ?? 0
        let last = (decimals..<Self.places).reduce(Int128(1)) { power, _ in power * 10 }
        return min(last, 20_000_000_000_000_000)
    }

    /// Whether this is the product of a price and an amount, as far as rounded numbers tell: prices to a hundredth part, amounts
    /// to their last digit.
    func isAbout(_ price: DecimalText, times amount: DecimalText) -> Bool {
        let one = UInt128(1_000_000_000_000_000_000)
        // Neither has more than 36 digits, so that a hundred of them still fit.
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

    /// A fixed part and a part of an amount, to 7 decimals, rounded up.
    ///
    /// - Returns: nil where the numbers are too large to reckon with.
    static func fee(fixed: DecimalText?, percent: DecimalText?, of amount: DecimalText) -> DecimalText? {
        let unit: Int128 = 100_000_000_000  // what is left of 10¹⁸ above 7 decimals
        func sevenths(_ value: DecimalText?) -> Int128 { ((value?.scaled ?? 0) + unit - 1) / unit }
        let (product, isTooLarge) = sevenths(percent).multipliedReportingOverflow(by: sevenths(amount))
        // 10⁷ of the percentage, and the hundred that it is of.
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
