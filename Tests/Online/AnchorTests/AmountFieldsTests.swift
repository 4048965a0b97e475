// SPDX-License-Identifier: Apache-2.0

import Testing
import TextCodec

@testable import Anchor

struct AmountFieldsTests {
    /// Sets one field of a document; `*` becomes the member `USDC`, `[]` the second element of an array.
    private static func document(_ path: [Substring], _ value: JSON) -> JSON {
        guard let step = path.first else { return value }
        let inner = document(Array(path.dropFirst()), value)
        switch step {
        case "[]": return [.object(JSONObject([])), inner]
        case "*": return .object(JSONObject([("EMPTY", .null), ("USDC", inner)]))
        default: return .object(JSONObject([("other", "1e3"), (String(step), inner)]))
        }
    }

    private static let lists = [
        AmountFields.offers, AmountFields.started, AmountFields.transfer, AmountFields.prices, AmountFields.quote,
    ]

    private static let malformed: [JSON] =
        [
            "1e3", "1E3", "-5", "-0", "NaN", "nan", "Infinity", "1,000", "1.000,5", "", " ", " 1", "1 ", "+1", ".5",
            "1.",
            ".", "0x10", "1_000", "1.2.3", "٣", "１", "five", "1\u{0}", "1e-7", "0e0", "0E7", "null", "5 USDC",
            .string(String(repeating: "9", count: 65)), .string("0." + String(repeating: "1", count: 65)),
        ] + ["1e3", "1E3", "-5", "-0.5", "1e-7", "5e0"].map { .number($0) } + [
            true, false, [], [5], [:], ["amount": "5"],
        ]

    private static let wellFormed: [JSON] =
        [
            .null, "0", "5", "5.0", "0.0000001", "00.50", "922337203685.4775807", "0E-7",
            .string(String(repeating: "9", count: 64)),
        ]
        + ["0", "5", "5.25", "1000000000000000000000"].map { .number($0) }

    @Test(arguments: lists) func `rejects a malformed amount in any field and names the field`(paths: [String]) {
        for path in paths {
            let name = path.replacing(".[]", with: "[1]").replacing("*", with: "USDC")
            for value in Self.malformed {
                let document = Self.document(path.split(separator: "."), value)
                let error = #expect(throws: AnchorError.self, "\(path) \(value)") {
                    try AmountFields.check(document, paths, of: "its answer", at: "example.com")
                }
                #expect(error?.message.contains("the field \(name) of its answer is not an amount") == true)
            }
        }
    }

    @Test(arguments: lists) func `accepts well-formed amounts and absent or null fields`(paths: [String]) throws {
        for path in paths {
            for value in Self.wellFormed {
                try AmountFields.check(
                    Self.document(path.split(separator: "."), value), paths, of: "its answer", at: "example.com")
            }
        }
        try AmountFields.check([:], paths, of: "its answer", at: "example.com")
    }

    @Test func `rejects a value of another type where amount fields are expected`() {
        let documents: [(JSON, String)] = [
            (["refunds": "5"], "the field refunds of x is not an object"),
            (["refunds": ["payments": ["amount": "5"]]], "the field refunds.payments of x is not an array"),
            (["fee_details": 5], "the field fee_details of x is not an object"),
            (["fee_details": ["details": ["a"]]], "the field fee_details.details[0] of x is not an object"),
        ]
        for (document, words) in documents {
            let error = #expect(throws: AnchorError.self) {
                try AmountFields.check(document, AmountFields.transfer, of: "x", at: "example.com")
            }
            #expect(error?.message.contains(words) == true)
        }
    }

    @Test func `detects amounts with too many digits for exact calculation`() throws {
        let long = try #require(DecimalText("0.12345678901234567890" as JSON))
        let large = try #require(DecimalText(.string(String(repeating: "9", count: 19))))
        #expect(!long.isExact && !long.hasLedgerDecimals && long.text == "0.12345678901234567890")
        #expect(!large.isExact && !large.hasLedgerDecimals)
        #expect(try #require(DecimalText("1000000")) < large)
        #expect(try #require(DecimalText("0.1000000000000000000000" as JSON)).hasLedgerDecimals)
        #expect(try #require(DecimalText("0.00000001")).hasLedgerDecimals == false)
        #expect(try #require(DecimalText("922337203685.4775807")).hasLedgerDecimals)
    }
}
