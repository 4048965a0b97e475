// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Practice

private let step = PracticeAnchor.step
private let dollars = "iso4217:USD"

struct QuoteTests {
    private func price(_ sell: String, _ buy: String, _ amount: (String, String)) async throws -> AnchorReply {
        await (try PracticeSession()).get(
            "/sep38/price", [("sell_asset", sell), ("buy_asset", buy), amount, ("context", "sep6")])
    }

    private func quote(_ practice: PracticeSession, _ token: String, _ more: [(String, JSON)] = []) async -> AnchorReply
    {
        var body = JSONObject([
            ("sell_asset", .string(dollars)), ("buy_asset", .string(srtName)), ("sell_amount", "203"),
            ("context", "sep6"),
        ])
        for (name, value) in more { body[name] = value == .null ? nil : value }
        return await practice.ask("POST", "/sep38/quote", body: JSON.object(body).text(), token: token)
    }

    @Test(arguments: [
        (dollars, srtName, "sell_amount", "203", "203", "100", "3"),
        (dollars, srtName, "buy_amount", "100", "203", "100", "3"),
        (srtName, dollars, "sell_amount", "102", "102", "200", "2"),
        (srtName, dollars, "buy_amount", "200", "102", "200", "2"),
        (srtName, dollars, "sell_amount", "5", "5", "7.92", "1.04"),
        (dollars, srtName, "sell_amount", "5.01", "5.01", "1.985", "1.04"),
        (dollars, srtName, "buy_amount", "33.3333333", "68.34", "33.3333333", "1.6733334"),
        (srtName, dollars, "buy_amount", "7.99", "5.03495", "7.99", "1.03995"),
    ])
    func `amounts, price and fee satisfy the price formula`(
        sell: String, buy: String, field: String, amount: String, sold: String, bought: String, fee: String
    ) async throws {
        let reply = try #require(try await price(sell, buy, (field, amount)).json)
        #expect(reply["sell_amount"]?.asString == sold && reply["buy_amount"]?.asString == bought, "\(reply.text())")
        #expect(reply["fee"]?["total"]?.asString == fee && reply["fee"]?["asset"]?.asString == sell)
        let details = try #require(reply["fee"]?["details"]?.asArray)
        let parts = try details.map { try Amount(try #require($0["amount"]?.asString)).stroops }
        #expect(parts.reduce(0, +) == (try Amount(fee)).stroops)
        // sell_amount = price * buy_amount + fee
        let factor: Int64 = reply["price"] == "2" ? 20 : 5
        #expect(try Amount(sold).stroops == (try Amount(bought)).stroops * factor / 10 + (try Amount(fee)).stroops)
    }

    @Test(arguments: [
        [("sell_asset", dollars), ("buy_asset", srtName), ("sell_amount", "100")],
        [("sell_asset", dollars), ("buy_asset", srtName), ("sell_amount", "100"), ("context", "sep99")],
        [("sell_asset", dollars), ("buy_asset", srtName), ("context", "sep6")],
        [
            ("sell_asset", dollars), ("buy_asset", srtName), ("sell_amount", "9"), ("buy_amount", "9"),
            ("context", "sep6"),
        ],
        [("sell_asset", dollars), ("buy_asset", dollars), ("sell_amount", "9"), ("context", "sep6")],
        [("sell_asset", srtName), ("buy_asset", "stellar:native"), ("sell_amount", "9"), ("context", "sep6")],
        [("sell_asset", "SRT"), ("buy_asset", dollars), ("sell_amount", "9"), ("context", "sep6")],
        [("sell_asset", srtName), ("buy_asset", dollars), ("sell_amount", "4"), ("context", "sep6")],
        [("sell_asset", srtName), ("buy_asset", dollars), ("sell_amount", "1000.1"), ("context", "sep6")],
        [("sell_asset", srtName), ("buy_asset", dollars), ("buy_amount", "922337203685"), ("context", "sep6")],
        [("sell_asset", srtName), ("buy_asset", dollars), ("buy_amount", "1.999"), ("context", "sep6")],
        [("sell_asset", dollars), ("buy_asset", srtName), ("sell_amount", "9.999"), ("context", "sep6")],
        [("sell_asset", dollars), ("buy_asset", srtName), ("sell_amount", "0"), ("context", "sep6")],
        [("sell_asset", dollars), ("buy_asset", srtName), ("sell_amount", "x"), ("context", "sep6")],
        [
            ("sell_asset", dollars), ("buy_asset", srtName), ("sell_amount", "9"), ("context", "sep6"),
            ("country_code", "XX"),
        ],
        [
            ("sell_asset", dollars), ("buy_asset", srtName), ("sell_amount", "9"), ("context", "sep6"),
            ("sell_delivery_method", "pigeon"),
        ],
    ]) func `rejects price requests with invalid parameters`(query: [(String, String)]) async throws {
        let reply = await (try PracticeSession()).get("/sep38/price", query)
        #expect(reply.status == 400 && !reply.reason.isEmpty)
    }

    @Test func `lists its assets and their prices`() async throws {
        let practice = try PracticeSession()
        let assets = try #require(await practice.get("/sep38/info").json?["assets"]?.asArray)
        #expect(assets.map { $0["asset"]?.asString } == [srtName, dollars])
        #expect(assets.last?["sell_delivery_methods"]?.asArray?.count == 2 && assets.last?["country_codes"] != nil)
        let selling = await practice.get("/sep38/prices", [("sell_asset", dollars), ("sell_amount", "100")]).json
        #expect(selling == ["buy_assets": [["asset": .string(srtName), "price": "2", "decimals": 7]]])
        let buying = await practice.get("/sep38/prices", [("buy_asset", dollars), ("buy_amount", "100")]).json
        #expect(buying == ["sell_assets": [["asset": .string(srtName), "price": "0.5", "decimals": 7]]])
        for query in [
            [], [("sell_asset", dollars)], [("sell_amount", "9")], [("sell_asset", "x"), ("sell_amount", "9")],
            [("sell_asset", dollars), ("buy_asset", dollars), ("sell_amount", "9")],
        ] {
            #expect(await practice.get("/sep38/prices", query).status == 400)
        }
    }

    @Test func `a quote is visible only to its owner and valid for at most an hour`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let made = await quote(practice, token)
        #expect(made.status == 201)
        let id = try #require(made.json?["id"]?.asString)
        #expect(made.json?["expires_at"]?.asString == Timestamp(PracticeSession.start + 900).rfc3339)
        #expect(made.json?["total_price"] == "2.03" && made.json?["price"] == "2")
        #expect(await practice.get("/sep38/quote/\(id)", token: token).json == made.json)
        #expect(await practice.get("/sep38/quote/\(id)", token: try await practice.logIn(bob)).status == 404)
        #expect(await practice.get("/sep38/quote/x", token: token).status == 404)
        let hour = JSON.string(Timestamp(PracticeSession.start + 3600).rfc3339)
        #expect(await quote(practice, token, [("expire_after", hour)]).json?["expires_at"] == hour)
        let longer = JSON.string(Timestamp(PracticeSession.start + 3601).rfc3339)
        for bad in [longer, "soon"] {
            #expect(await quote(practice, token, [("expire_after", bad)]).status == 400)
        }
        #expect(await quote(practice, token, [("context", .null)]).status == 400)
        #expect(await quote(practice, token, [("sell_amount", .null)]).status == 400)
    }

    @Test func `an exchange uses its quote, and only once`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let id = try #require(await quote(practice, token).json?["id"]?.asString)
        let query = [
            ("destination_asset", "SRT"), ("source_asset", dollars), ("amount", "203"), ("account", alice.address),
            ("quote_id", id),
        ]
        let begun = try await practice.begin("deposit-exchange", query, token)
        #expect(await practice.get("/sep6/deposit-exchange", query, token: token).reason.contains("used"))
        practice.wait(2 * step)
        let done = try await practice.transaction(try #require(begun["id"]?.asString), token)
        #expect(done["kind"] == "deposit-exchange" && done["status"] == "completed")
        #expect(done["quote_id"]?.asString == id && done["amount_in_asset"]?.asString == dollars)
        #expect(done["fee_details"]?["total"] == "3" && done["fee_details"]?["breakdown"]?.asArray?.count == 2)
        #expect(await practice.held(alice) == 100 * Amount.stroopsPerUnit)
    }

    @Test func `refunds a withdrawal that is paid after its quote expires`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let terms: [(String, JSON)] = [
            ("sell_asset", .string(srtName)), ("buy_asset", .string(dollars)), ("sell_amount", "102"),
        ]
        let id = try #require(await quote(practice, token, terms).json?["id"]?.asString)
        let query = [
            ("source_asset", "SRT"), ("destination_asset", dollars), ("amount", "102"), ("type", "bank_account"),
            ("quote_id", id),
        ]
        let begun = try await practice.begin("withdraw-exchange", query, token)
        practice.wait(900)
        try await practice.pay(alice, "102", memo: try PracticeSession.memo(begun))
        practice.wait(step)
        #expect(try await practice.status(try #require(begun["id"]?.asString), token) == "refunded")
    }

    @Test func `an exchange without a quote uses the current price`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let query = [
            ("source_asset", "SRT"), ("destination_asset", dollars), ("amount", "102"), ("type", "bank_account"),
        ]
        let begun = try await practice.begin("withdraw-exchange", query, token)
        try await practice.pay(alice, "102", memo: try PracticeSession.memo(begun))
        practice.wait(2 * step)
        let done = try await practice.transaction(try #require(begun["id"]?.asString), token)
        #expect(done["status"] == "completed" && done["amount_out"] == "200")
        #expect(done["amount_out_asset"]?.asString == dollars)
    }

    @Test func `rejects a quote that does not match the exchange or has expired`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let id = try #require(await quote(practice, token).json?["id"]?.asString)
        let other = try #require(
            await quote(practice, try await practice.logIn(bob)).json?["id"]?.asString)
        func begin(_ quote: String, _ amount: String = "203", _ name: String = "deposit-exchange") async -> String {
            let query = [
                ("destination_asset", name == "deposit-exchange" ? "SRT" : dollars),
                ("source_asset", name == "deposit-exchange" ? dollars : "SRT"), ("amount", amount),
                ("account", alice.address), ("quote_id", quote), ("type", "cash"),
            ]
            return await practice.get("/sep6/\(name)", query, token: token).reason
        }
        #expect(await begin("x").contains("no quote of yours"))
        #expect(await begin(other).contains("no quote of yours"))
        #expect(await begin(id, "202").contains("sell_amount"))
        #expect(await begin(id, "203", "withdraw-exchange").contains("direction"))
        practice.wait(900)
        #expect(await begin(id).contains("expired"))
    }
}
