// SPDX-License-Identifier: Apache-2.0

/// Parser for TOML's keywords, numbers, dates and times.
enum TOMLScalar {
    /// The value of a token.
    ///
    /// - Returns: nil when the token is not a scalar, or is an integer that does not fit 64 bits.
    static func value(_ text: Substring) -> TOML? {
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "inf", "+inf": return .float(.infinity)
        case "-inf": return .float(-.infinity)
        case "nan", "+nan", "-nan": return .float(.nan)
        default: return number(text) ?? time(text)
        }
    }

    /// Whether the token has the form of an integer, which may be too large for 64 bits.
    static func isInteger(_ text: Substring) -> Bool {
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
            return digits(text.dropFirst(2), radix: radix) != nil
        }
        let rest = text.first == "-" || text.first == "+" ? text.dropFirst() : text
        guard let whole = digits(rest, radix: 10) else { return false }
        return whole == "0" || !whole.hasPrefix("0")
    }

    private static func number(_ text: Substring) -> TOML? {
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
            guard let digits = digits(text.dropFirst(2), radix: radix) else { return nil }
            return Int64(digits, radix: radix).map(TOML.integer)
        }
        let sign = text.first == "-" ? "-" : ""
        let rest = text.first == "-" || text.first == "+" ? text.dropFirst() : text
        let parts = rest.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = digits(mantissa[0], radix: 10), whole == "0" || !whole.hasPrefix("0") else { return nil }
        if parts.count == 1, mantissa.count == 1 { return Int64(sign + whole).map(TOML.integer) }
        var literal = sign + whole
        if mantissa.count == 2 {
            guard let fraction = digits(mantissa[1], radix: 10) else { return nil }
            literal += "." + fraction
        }
        if parts.count == 2 {
            let signs: [Character] = ["+", "-"]
            let exponent = parts[1].first.map(signs.contains) == true ? parts[1].dropFirst() : parts[1]
            guard let digits = digits(exponent, radix: 10) else { return nil }
            literal += "e" + (parts[1].first == "-" ? "-" : "") + digits
        }
        return Double(literal).map(TOML.float)
    }

    /// The digits without the single underscores allowed between them; nil when the text is malformed.
    private static func digits(_ text: Substring, radix: Int) -> String? {
        let groups = text.split(separator: "_", omittingEmptySubsequences: false)
        let isDigits = groups.allSatisfy { group in
            !group.isEmpty && group.allSatisfy { $0.isASCII && ($0.hexDigitValue ?? radix) < radix }
        }
        return isDigits ? groups.joined() : nil
    }

    // MARK: - Dates and times

    /// A local date, a local time, or both with or without an offset.
    private static func time(_ text: Substring) -> TOML? {
        var rest = Array(text.utf8)[...]
        let isDate = date(&rest)
        if isDate, rest.isEmpty { return .time(String(text)) }
        if isDate {
            guard let byte = rest.popFirst(), [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(byte)
            else { return nil }
        }
        guard clock(&rest), rest.isEmpty || (isDate && zone(rest)) else { return nil }
        return .time(String(text))
    }

    /// Consumes a fixed number of digits and the separator after them.
    private static func take(
        _ count: Int, _ range: ClosedRange<Int>, then end: Unicode.Scalar? = nil, _ rest: inout ArraySlice<UInt8>
    ) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard range.contains(value) else { return nil }
        var after = rest.dropFirst(count)
        if let end, after.popFirst() != UInt8(ascii: end) { return nil }
        rest = after
        return value
    }

    private static func date(_ rest: inout ArraySlice<UInt8>) -> Bool {
        var part = rest
        guard let year = take(4, 0...9999, then: "-", &part), let month = take(2, 1...12, then: "-", &part),
            let day = take(2, 1...31, &part)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= days[month - 1] else { return false }
        rest = part
        return true
    }

    private static func clock(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard take(2, 0...23, then: ":", &rest) != nil, take(2, 0...59, then: ":", &rest) != nil,
            take(2, 0...60, &rest) != nil
        else { return false }
        guard rest.first == UInt8(ascii: ".") else { return true }
        let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(fraction.count + 1)
        return !fraction.isEmpty
    }

    private static func zone(_ zone: ArraySlice<UInt8>) -> Bool {
        if zone.elementsEqual("Z".utf8) || zone.elementsEqual("z".utf8) { return true }
        var rest = zone
        guard let sign = rest.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
        return take(2, 0...23, then: ":", &rest) != nil && take(2, 0...59, &rest) != nil && rest.isEmpty
    }
}
