// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

@testable import AnchorAPI

struct AmountFieldsTests {
    /// Sets one field of a document; `[]` becomes the second element of an array.
    private static func document(_ path: [Substring], _ value: JSON) -> JSON {
        guard let step = path.first else { return value }
        let inner = document(Array(path.dropFirst()), value)
        switch step {
        case "[]": return [.object(JSONObject([])), inner]
        default: return .object(JSONObject([("other", "1e3"), (String(step), inner)]))
        }
    }

    private static let lists = [
        AmountFields.offer, AmountFields.started, AmountFields.transfer, AmountFields.prices, AmountFields.quote,
    ]

    private static let malformed: [JSON] =
        [
            "1e3", "1E3", "-5", "-0", "NaN", "nan", "Infinity", "1,000", "1.000,5", "", " ", " 1", "1 ", "+1", ".5",
            "1.",
            ".", "0x10", "1_000", "1.2.3", "٣", "１", "five", "1\u{0}", "1e-7", "0e0", "0E7", "null", "5 USDC",
            .string(String(repeating: "9", count: 65)), .string("0." + String(repeating: "1", count: 65)),
        ] + ["-5", "-0.5", "-1e3", "1e400", "1e65", "5e-65", "-1e-7", "1e99999999999999999999"].map { .number($0) } + [
            true, false, [], [5], [:], ["amount": "5"],
        ]

    private static let wellFormed: [JSON] =
        [
            .null, "0", "5", "5.0", "0.0000001", "00.50", "922337203685.4775807", "0E-7",
            .string(String(repeating: "9", count: 64)),
        ]
        + [
            "0", "5", "5.25", "1000000000000000000000", "1e3", "1E+3", "1e-05", "1.5e-7", "-0.0", "-0", "0e99", "1e63",
        ].map { .number($0) }

    @Test(arguments: lists) func `rejects a malformed amount in any field and names the field`(paths: [String]) {
        for path in paths {
            let name = path.replacing(".[]", with: "[1]")
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

    @Test(arguments: [
        ("1e-05", "0.00001"), ("1e3", "1000"), ("1E+3", "1000"), ("1.25e1", "12.5"), ("12.5e0", "12.5"),
        ("125e-1", "12.5"),
        ("125e-3", "0.125"), ("125e-5", "0.00125"), ("0.001e3", "1"), ("00.5e1", "5"), ("-0.0", "0"), ("0e-7", "0"),
        ("5", "5"),
    ])
    func `reads a number with an exponent as its decimal`(literal: String, text: String) throws {
        let amount = try #require(DecimalText(.number(literal)))
        #expect(amount.text == text && amount.isExact)
        #expect(try amount == #require(DecimalText(text)))
    }

    @Test(arguments: [
        ("10.00000000", "10"), ("10", "10"), ("0.12345670", "0.1234567"), ("0.00000001", nil), ("1e-7", nil),
    ])
    func `gives an amount of the ledger without the zeros at its end`(text: String, ledger: String?) {
        #expect(DecimalText(.string(text))?.ledgerText == ledger)
    }

    @Test func `an amount of one asset that is none does not stop another`() throws {
        let document: JSON = [
            "deposit": [
                "USDC": ["enabled": true, "min_amount": .number("1e1")], "BAD": ["fee_fixed": "a lot"], "WORSE": 7,
            ], "withdraw": [],
        ]
        let info = TransferInfo(document, of: "example.com (SEP-6)")
        #expect(try info.offer(.deposit, "USDC", isExchange: false)?.minimum?.text == "10")
        #expect(try info.offer(.deposit, "EUR", isExchange: false) == nil)
        #expect(try info.offer(.withdrawal, "USDC", isExchange: false) == nil)
        for code in ["BAD", "WORSE"] {
            let error = #expect(throws: AnchorError.self) { try info.offer(.deposit, code, isExchange: false) }
            #expect(error?.message.contains("example.com (SEP-6)") == true)
            #expect(error?.message.contains("deposit.\(code)") == true)
        }
        #expect(info.offers(.deposit).map { $0.fault == nil } == [true, false, false])
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
