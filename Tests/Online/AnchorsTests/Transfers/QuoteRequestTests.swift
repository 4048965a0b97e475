// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
import Testing

@testable import Anchors

struct QuoteRequestTests {
    private static let sell = "iso4217:USD"
    private static let buy = "stellar:USDC:\(RecordedAnchor.issuer)"
    private static let price =
        #"{"sell_amount":"100","buy_amount":"90","price":"1","total_price":"1.11","fee":{"total":"10","asset":""#
        + sell + #""}}"#

    private static func request(sell: String? = "100", buy: String? = nil) throws(Failure) -> QuoteRequest {
        try QuoteRequest(sellAmount: sell, buyAmount: buy, QuoteServer.Terms())
    }

    @Test(arguments: [(nil, nil), ("1", "2")] as [(String?, String?)])
    func `rejects no amount, and two`(sell: String?, buy: String?) {
        let failure = #expect(throws: Failure.self) { try Self.request(sell: sell, buy: buy) }
        #expect(failure?.message == "give either sell amount or buy amount")
    }

    @Test(arguments: ["", "1e3", "-1", "1,5"])
    func `rejects what is not an amount, with the name of its option`(text: String) {
        let failure = #expect(throws: Failure.self) { try Self.request(sell: nil, buy: text) }
        #expect(failure?.kind == .badInput && failure?.message.hasPrefix("buy amount: ") == true)
    }

    @Test func `prices are of the asset on the side of the amount`() throws {
        #expect(try Self.request(sell: "1").asset(sell: Self.sell, buy: nil) == Self.sell)
        #expect(try Self.request(sell: nil, buy: "1").asset(sell: nil, buy: Self.buy) == Self.buy)
    }

    @Test(arguments: [(nil, nil), (nil, "b"), ("a", "b")] as [(String?, String?)])
    func `rejects an asset on the other side`(sell: String?, buy: String?) {
        let failure = #expect(throws: Failure.self) { try Self.request(sell: "1").asset(sell: sell, buy: buy) }
        #expect(failure?.kind == .usage)
    }

    @Test func `prices are a table, with a question mark for what the anchor leaves out`() throws {
        let answer = #"{"buy_assets":[{"asset":"iso4217:EUR","price":"1.1"},{}]}"#
        let session = try RecordedAnchor(["GET /sep38/prices": [.ok(answer)]]).session()
        let report = try session.prices(of: Self.sell, Self.request())
        guard case .table(let header, let rows) = report.parts[0] else { throw RecordedAnchor.Exhausted() }
        #expect(header == ["asset", "price"] && rows == [["iso4217:EUR", "1.1"], ["?", "?"]])
    }

    @Test func `an indicative price needs no login`() throws {
        let session = try RecordedAnchor(["GET /sep38/price": [.ok(Self.price)]]).session()
        let report = try session.price(sell: Self.sell, buy: Self.buy, Self.request())
        guard case .facts(let facts) = report.parts[0] else { throw RecordedAnchor.Exhausted() }
        #expect(facts[.gives] == "100 iso4217:USD")
    }

    @Test func `a firm quote needs a login, before anything is asked`() throws {
        let anchor = RecordedAnchor(["POST /sep38/quote": [.ok(Self.price)]])
        let session = try anchor.session()
        let error = #expect(throws: TransferError.self) {
            try session.quote(sell: Self.sell, buy: Self.buy, Self.request())
        }
        #expect(error?.kind == .refused)
        #expect(anchor.count("POST /sep38/quote") == 0)
    }
}
