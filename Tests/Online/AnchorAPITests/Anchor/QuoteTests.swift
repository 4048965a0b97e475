// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Foundation
import HTTP
import Stellar
import Testing

/// Firm quotes and indicative prices that an anchor answers, each line of `quotes.jsonl` one: a correct answer with
/// some members changed, or left out where they are null, and what the error says.
struct QuoteTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let isFirm: Bool
        let change: JSON
        let expect: String?

        var testDescription: String { "\(isFirm ? "quote" : "price") \(change.text())" }

        static let all: [Row] = {
            do {
                let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                    "Vectors/quotes.jsonl")
                return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
                    let row = try JSON(parsing: Array($0.utf8))
                    return Row(
                        isFirm: try row.string("call") == "quote", change: try row.member("change"),
                        expect: row["expect"]?.asString)
                }
            } catch {
                preconditionFailure("quotes.jsonl does not read: \(error)")
            }
        }()

        /// What the anchor answers.
        var answer: JSON {
            var document = JSONObject([
                ("total_price", "1.1"), ("price", "1"), ("sell_amount", "100"), ("buy_amount", "90"),
                (
                    "fee",
                    [
                        "total": "10", "asset": .string(QuoteTests.sold),
                        "details": [["name": "Service", "amount": "10"]],
                    ]
                ),
            ])
            if isFirm {
                document["id"] = "q1"
                document["expires_at"] = "2099-01-01T00:00:00Z"
                document["sell_asset"] = .string(QuoteTests.sold)
                document["buy_asset"] = .string(bought)
            }
            for (key, value) in change.asObject?.members ?? [] { document[key] = value == .null ? nil : value }
            return .object(document)
        }
    }

    private static let sold = "iso4217:USD"
    private static let bought = "stellar:SRT:GA4RCCWTND4CH5UB7YR6J2S7DOHSLZ6V4WEFLMKZVWGBTDPJBKQKVZIJ"
    private static let token = "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjIxMTQzODA4MDB9.AAAA"

    /// What becomes of an answer to the sale of 100 USD, or of another amount.
    private static func quote(_ row: Row, selling amount: String = "100") throws -> Quote {
        let answer = Array(row.answer.text().utf8)
        let transport = RecordedTransport { _ in .success(HTTPResponse(status: 200, body: answer)) }
        let domain = try HomeDomain("example.com", allowsLoopback: false)
        let toml = Array("ANCHOR_QUOTE_SERVER = \"https://example.com/sep38\"\n".utf8)
        let server = try QuoteServer(StellarToml(toml, of: domain), by: transport)
        let given = QuoteServer.Given.sell(try #require(DecimalText(amount)))
        guard row.isFirm else {
            return try server.price(sell: sold, buy: bought, given, QuoteServer.Terms(), token: nil)
        }
        return try server.quote(
            sell: sold, buy: bought, given, QuoteServer.Terms(), token: AccessToken(token),
            now: Timestamp(1_900_000_000))
    }

    @Test(arguments: Row.all.filter { $0.expect != nil })
    func `refuses a quote or price that contradicts itself, the request or the protocol`(row: Row) throws {
        let error = try #require(throws: AnchorError.self) { try Self.quote(row) }
        #expect(error.message.contains(try #require(row.expect)) && error.message.contains("example.com"))
    }

    @Test(arguments: Row.all.filter { $0.expect == nil })
    func `accepts a quote with rounded numbers`(row: Row) throws {
        #expect(try Self.quote(row).document == row.answer)
    }

    @Test func `rounding of a small amount may change the price more`() throws {
        let small: JSON = [
            "sell_amount": "0.11", "buy_amount": "0.05", "price": "2", "total_price": "2.13",
            "fee": ["total": "0.01", "asset": .string(Self.sold)],
        ]
        #expect(
            try Self.quote(Row(isFirm: true, change: small, expect: nil), selling: "0.11").fee?.total.text == "0.01")
    }
}
