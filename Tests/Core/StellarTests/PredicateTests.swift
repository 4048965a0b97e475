// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

struct PredicateTests {
    private static func pair(_ a: ClaimPredicate, _ b: ClaimPredicate) -> BoundedArray<ClaimPredicate, 2> {
        BoundedArray<ClaimPredicate, 2>([a, b]) ?? BoundedArray()
    }

    @Test(
        arguments: [
            ("unconditional", .unconditional), (" unconditional ", .unconditional),
            ("before 2027-01-01T00:00:00Z", .beforeAbsoluteTime(1_798_761_600)),
            ("before 2027-01-01T01:00:00+01:00", .beforeAbsoluteTime(1_798_761_600)),
            ("before 0", .beforeAbsoluteTime(0)),
            ("before 9223372036854775807", .beforeAbsoluteTime(.max)), ("after 5", .not(.beforeAbsoluteTime(5))),
            ("within 7d", .beforeRelativeTime(604_800)), ("within 0s", .beforeRelativeTime(0)),
            ("within 9223372036854775807s", .beforeRelativeTime(.max)),
            ("not(before 5)", .not(.beforeAbsoluteTime(5))), ("not ( before 5 )", .not(.beforeAbsoluteTime(5))),
            ("and(before 5,within 1h)", .and(pair(.beforeAbsoluteTime(5), .beforeRelativeTime(3600)))),
            (
                "or(and(before 5, before 6), not(not(unconditional)))",
                .or(pair(.and(pair(.beforeAbsoluteTime(5), .beforeAbsoluteTime(6))), .not(.not(.unconditional))))
            ),
        ] as [(String, ClaimPredicate)])
    func `parses a claim predicate and its own text`(text: String, predicate: ClaimPredicate) throws {
        #expect(try ClaimPredicate(text) == predicate)
        #expect(try ClaimPredicate(predicate.text) == predicate)
    }

    @Test(
        arguments: [
            ("", .expected("unconditional, before, after, within, not(...), and(...) or or(...)", offset: 0)),
            (
                "Unconditional",
                .expected("unconditional, before, after, within, not(...), and(...) or or(...)", offset: 0)
            ),
            ("before", .badTime("")), ("before -1", .badTime("-1")), ("before tomorrow", .badTime("tomorrow")),
            ("before 9223372036854775808", .badTime("9223372036854775808")), ("within 7", .badSpan("7")),
            ("within 1w", .badSpan("1w")), ("within -1d", .badSpan("-1d")), ("within d", .badSpan("d")),
            ("within 106751991167301d", .badSpan("106751991167301d")), ("not", .expected("\"(\"", offset: 3)),
            ("and(before 5)", .expected("\",\"", offset: 12)),
            ("and(before 5, before 6", .expected("\")\"", offset: 22)),
            ("and(before 5, before 6, before 7)", .expected("\")\"", offset: 22)),
            ("before 5 x", .expected("the end", offset: 9)), ("not(not(not(not(unconditional))))", .tooDeep(limit: 4)),
            ("not(not(not(after 5)))", .tooDeep(limit: 4)),
        ] as [(String, PredicateError)])
    func `rejects a malformed claim predicate`(text: String, error: PredicateError) {
        #expect(throws: error) { try ClaimPredicate(text) }
    }

    @Test func `limits the nesting depth in a text of any length`() {
        #expect(throws: PredicateError.tooDeep(limit: 4)) {
            try ClaimPredicate(String(repeating: "not(", count: 1_000_000))
        }
    }

    @Test func `the text of an invalid predicate does not parse`() {
        let odd: [ClaimPredicate] = [.and(BoundedArray()), .not(nil), .beforeAbsoluteTime(-1), .beforeRelativeTime(-1)]
        for predicate in odd {
            #expect(throws: PredicateError.self) { try ClaimPredicate(predicate.text) }
        }
    }
}
