// SPDX-License-Identifier: Apache-2.0

import Codec
package import StellarXDR

extension ClaimPredicate {
    /// The network's limit on nesting, counting the outermost level.
    package static let maximumDepth = 4

    /// Parses a condition in the notation of `text`:
    ///
    /// - `unconditional`
    /// - `before TIME`: RFC 3339 or unix seconds; `after TIME` is short for `not(before TIME)`
    /// - `within SPAN` of the balance's creation: `90s`, `30m`, `24h`, `7d`
    /// - `not(C)`, `and(C, C)`, `or(C, C)`
    ///
    /// Blanks around the parts are ignored.
    package init(_ text: String) throws(PredicateError) {
        var parser = PredicateParser(text)
        self = try parser.predicate(level: 1)
        try parser.finish()
    }

    /// The notation that `init(_:)` parses. Predicates that the network rejects (an `and` of one part, a negative
    /// time) are written in a form that does not parse.
    package var text: String {
        switch self {
        case .unconditional: "unconditional"
        case .beforeAbsoluteTime(let time):
            "before \(UInt64(exactly: time).map { Timestamp($0).canonicalText } ?? String(time))"
        case .beforeRelativeTime(let seconds): "within \(seconds)s"
        case .not(let part): "not(\(part?.text ?? ""))"
        case .and(let parts): "and(\(parts.map(\.text).joined(separator: ", ")))"
        case .or(let parts): "or(\(parts.map(\.text).joined(separator: ", ")))"
        }
    }
}

extension Timestamp {
    /// A text that `init(_:)` reads back as the same second.
    fileprivate var canonicalText: String {
        let text = rfc3339
        return text.hasSuffix("Z") ? text : String(seconds)
    }
}

/// A recursive descent parser for the notation of conditions.
private struct PredicateParser {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func predicate(level: Int) throws(PredicateError) -> ClaimPredicate {
        guard level <= ClaimPredicate.maximumDepth else { throw .tooDeep(limit: ClaimPredicate.maximumDepth) }
        skipBlanks()
        let start = offset
        switch word() {
        case "unconditional": return .unconditional
        case "before": return .beforeAbsoluteTime(try time())
        case "after":
            guard level < ClaimPredicate.maximumDepth else { throw .tooDeep(limit: ClaimPredicate.maximumDepth) }
            return .not(.beforeAbsoluteTime(try time()))
        case "within": return .beforeRelativeTime(try span())
        case "not":
            try expect("(")
            let part = try predicate(level: level + 1)
            try expect(")")
            return .not(part)
        case "and": return .and(try pair(level: level))
        case "or": return .or(try pair(level: level))
        default:
            throw .expected("unconditional, before, after, within, not(...), and(...) or or(...)", offset: start)
        }
    }

    mutating func finish() throws(PredicateError) {
        skipBlanks()
        guard offset == bytes.count else { throw .expected("the end", offset: offset) }
    }

    private mutating func pair(level: Int) throws(PredicateError) -> BoundedArray<ClaimPredicate, 2> {
        try expect("(")
        let first = try predicate(level: level + 1)
        try expect(",")
        let second = try predicate(level: level + 1)
        try expect(")")
        guard let pair = BoundedArray<ClaimPredicate, 2>([first, second]) else { preconditionFailure("two are two") }
        return pair
    }

    private mutating func time() throws(PredicateError) -> Int64 {
        let text = value()
        guard let time = Timestamp(text), let seconds = Int64(exactly: time.seconds) else { throw .badTime(text) }
        return seconds
    }

    private mutating func span() throws(PredicateError) -> Int64 {
        let text = value()
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
        let digits = text.dropLast()
        guard let unit = text.last.flatMap({ units[$0] }), !digits.isEmpty,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let count = Int64(digits)
        else { throw .badSpan(text) }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow else { throw .badSpan(text) }
        return seconds
    }

    // MARK: characters

    private mutating func skipBlanks() {
        while offset < bytes.count, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
    }

    private mutating func word() -> String {
        take { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// Everything up to a blank, comma or closing bracket.
    private mutating func value() -> String {
        skipBlanks()
        return take { ![UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ")")].contains($0) }
    }

    private mutating func take(while belongs: (UInt8) -> Bool) -> String {
        let end = bytes[offset...].firstIndex { !belongs($0) } ?? bytes.count
        defer { offset = end }
        return String(decoding: bytes[offset..<end], as: UTF8.self)
    }

    private mutating func expect(_ character: Character) throws(PredicateError) {
        skipBlanks()
        guard offset < bytes.count, character.asciiValue == bytes[offset] else {
            throw .expected("\"\(character)\"", offset: offset)
        }
        offset += 1
    }
}

/// Why a string is not a valid claim condition.
package enum PredicateError: Error, Hashable {
    /// `offset` counts bytes of the text.
    case expected(String, offset: Int)
    case badTime(String)
    case badSpan(String)
    /// More levels than the network allows.
    case tooDeep(limit: Int)

    package var message: String {
        switch self {
        case .expected(let what, let offset): "not a condition: expected \(what) at character \(offset + 1)"
        case .badTime(let text):
            "not a time: \(TerminalText.escape(text)); write 2027-01-01T00:00:00Z or unix seconds"
        case .badSpan(let text): "not a duration: \(TerminalText.escape(text)); write 90s, 30m, 24h or 7d"
        case .tooDeep(let limit): "a condition has at most \(limit) levels"
        }
    }
}

extension Claimant {
    /// The claimant as the ledger stores it: relative times become absolute, counted from `time` in seconds since 1970.
    package func counted(from time: UInt64) -> ClaimantV0 {
        switch self {
        case .v0(var claimant):
            claimant.predicate = claimant.predicate.counted(from: time)
            return claimant
        }
    }
}

extension ClaimPredicate {
    /// Whether the predicate allows a claim in a ledger that closes at `time`, in seconds since 1970. Relative times
    /// never hold: the ledger converts them when the balance is created.
    package func holds(at time: UInt64) -> Bool {
        switch self {
        case .unconditional: true
        case .and(let parts): parts.allSatisfy { $0.holds(at: time) }
        case .or(let parts): parts.contains { $0.holds(at: time) }
        case .not(let part): !(part?.holds(at: time) ?? false)
        case .beforeAbsoluteTime(let end): Int64(clamping: time) < end
        case .beforeRelativeTime: false
        }
    }

    fileprivate func counted(from time: UInt64) -> ClaimPredicate {
        switch self {
        case .beforeRelativeTime(let span):
            let (end, overflow) = Int64(clamping: time).addingReportingOverflow(span)
            return .beforeAbsoluteTime(overflow ? .max : end)
        case .and(let parts): return .and(parts.counted(from: time))
        case .or(let parts): return .or(parts.counted(from: time))
        case .not(let part): return .not(part?.counted(from: time))
        case .unconditional, .beforeAbsoluteTime: return self
        }
    }
}

extension BoundedArray<ClaimPredicate, 2> {
    fileprivate func counted(from time: UInt64) -> Self { Self(elements.map { $0.counted(from: time) }) ?? self }
}
