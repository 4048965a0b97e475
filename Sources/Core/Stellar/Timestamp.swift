// SPDX-License-Identifier: Apache-2.0

/// A point in time: seconds since 1970-01-01T00:00:00Z, as the ledger counts them.
package struct Timestamp: Hashable, Sendable, Comparable {
    package let seconds: UInt64

    package init(_ seconds: UInt64) { self.seconds = seconds }

    /// The time a number of seconds later, or the last one that there is.
    package func adding(_ seconds: UInt64) -> Timestamp {
        let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
        return Timestamp(overflow ? .max : sum)
    }

    package static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }

    /// Parses unix seconds or an RFC 3339 date and time (`2026-11-21T09:00:00Z`, with an offset or fractions of a
    /// second, which are dropped); nil for anything else.
    package init?(_ text: String) {
        if let seconds = UInt64(text), text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) {
            self.seconds = seconds
            return
        }
        guard let seconds = Self.parse(Array(text.utf8)) else { return nil }
        self.seconds = seconds
    }

    private static func parse(_ text: [UInt8]) -> UInt64? {
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= text.count else { return nil }
            var value = 0
            for byte in text[range] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return value
        }
        func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
            index < text.count && text[index] == UInt8(ascii: character)
        }
        guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
            let day = number(8..<10), has("T", at: 10) || has("t", at: 10) || has(" ", at: 10),
            let hour = number(11..<13), has(":", at: 13), let minute = number(14..<16), has(":", at: 16),
            let second = number(17..<19),
            (1...12).contains(month), day >= 1, day <= daysIn(month, of: year), hour < 24, minute < 60, second < 60
        else { return nil }
        var at = 19
        if has(".", at: at) {
            at += 1
            let start = at
            while at < text.count, number(at..<at + 1) != nil { at += 1 }
            if at == start { return nil }
        }
        var offset = 0
        if has("Z", at: at) || has("z", at: at) {
            at += 1
        } else if has("+", at: at) || has("-", at: at) {
            guard let hours = number(at + 1..<at + 3), has(":", at: at + 3), let minutes = number(at + 4..<at + 6),
                hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 3600 + minutes * 60) * (has("-", at: at) ? -1 : 1)
            at += 6
        } else {
            return nil
        }
        guard at == text.count else { return nil }
        let total = daysSinceEpoch(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset
        return UInt64(exactly: total)
    }

    private static func daysIn(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 in the Gregorian calendar; years are counted from March, so that the leap day is the last.
    private static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// `2026-11-21T09:00:00Z`; after the year 9999 the plain seconds.
    package var rfc3339: String {
        guard seconds < 253_402_300_800 else { return "\(seconds) s" }
        let days = Int(seconds / 86400) + 719_468
        let rest = Int(seconds % 86400)
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let fullYear = String(repeating: "0", count: 4 - "\(year)".count) + "\(year)"
        return "\(fullYear)-\(two(month))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }

    /// `2026-11-21 09:00:00 UTC`, for people.
    package var utc: String {
        let text = rfc3339
        return text.hasSuffix("Z") ? text.dropLast().replacing("T", with: " ") + " UTC" : text
    }
}

extension Substring {
    fileprivate func replacing(_ character: Character, with other: Character) -> String {
        String(map { $0 == character ? other : $0 })
    }
}
