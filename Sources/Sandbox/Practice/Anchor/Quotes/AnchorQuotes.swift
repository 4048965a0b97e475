// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar

/// SEP-38: prices and quotes.
extension PracticeAnchor {
    /// The validity of a quote unless the client asks for a longer one, and the maximum, in seconds: long enough to
    /// carry the transaction across the air gap and back.
    private static let quoteLifetime: UInt64 = 900
    private static let longestQuote: UInt64 = 3600
    private static let countries = ["US", "CH"]
    /// The ISO 3166-1 alpha-3 codes of these countries, as SEP-6 uses them.
    private static let longCountries = ["USA", "CHE"]

    func quoteAnswer(_ request: AnchorRequest) throws(AnchorProblem) -> AnchorReply {
        let path = Array(request.path.dropFirst())
        switch (request.method, path.first, path.count) {
        case ("GET", "info"?, 1): return AnchorReply(assetList)
        case ("GET", "prices"?, 1): return AnchorReply(try prices(try request.query()))
        case ("GET", "price"?, 1): return AnchorReply(try price(try request.query()))
        case ("POST", "quote"?, 1): return AnchorReply(try makeQuote(request), status: 201)
        case ("GET", "quote"?, 2): return AnchorReply(try quote(path[1], try quoteSession(request)).json)
        case (_, "info"?, 1), (_, "prices"?, 1), (_, "price"?, 1), (_, "quote"?, 1...2): throw .methodNotAllowed
        default: throw .notFound
        }
    }

    private func quoteSession(_ request: AnchorRequest) throws(AnchorProblem) -> Session {
        try session(request) { AnchorProblem(403, $0) }
    }

    var srt: AnchorAsset { .stellar(accounts.srt) }

    private var assetList: JSON {
        func methods(_ verb: String) -> JSON {
            .array(
                DeliveryMethod.allCases.map { method in
                    let place = method == .bank ? "through the practice bank" : "in practice cash"
                    return ["name": .string(method.rawValue), "description": .string("\(verb) USD \(place).")]
                })
        }
        return [
            "assets": [
                ["asset": .string(srt.name ?? "")],
                [
                    "asset": .string(AnchorAsset.dollarsName),
                    "country_codes": .array(Self.countries.map { .string($0) }),
                    "sell_delivery_methods": methods("Give"), "buy_delivery_methods": methods("Get"),
                ],
            ]
        ]
    }

    func asset(named name: String, field: String) throws(AnchorProblem) -> AnchorAsset {
        if name == srt.name { return srt }
        guard name == AnchorAsset.dollarsName else {
            throw AnchorProblem("'\(field)' is not an asset of this anchor: see /info.")
        }
        return .dollars
    }

    /// Checks the options of both kinds of price, which do not influence the price.
    private static func method(_ fields: Fields) throws(AnchorProblem) -> DeliveryMethod {
        if let country = fields["country_code"], !(countries + longCountries).contains(country) {
            throw AnchorProblem("'country_code' must be \(countries.joined(separator: " or ")).")
        }
        let selling = try DeliveryMethod(fields["sell_delivery_method"], field: "sell_delivery_method")
        let buying = try DeliveryMethod(fields["buy_delivery_method"], field: "buy_delivery_method")
        return fields["sell_delivery_method"] == nil ? buying : selling
    }

    private func prices(_ query: Fields) throws(AnchorProblem) -> JSON {
        _ = try Self.method(query)
        guard (query["sell_asset"] == nil) != (query["buy_asset"] == nil) else {
            throw AnchorProblem("Give one of 'sell_asset' and 'buy_asset'.")
        }
        let sells = query["sell_asset"] != nil
        let side = sells ? "sell" : "buy"
        let known = try asset(named: try query.required("\(side)_asset"), field: "\(side)_asset")
        let amount = try Self.amount(try query.required("\(side)_amount"), field: "\(side)_amount")
        let other: AnchorAsset = known == .dollars ? srt : .dollars
        guard let list = PriceList(sell: sells ? known : other, buy: sells ? other : known, srt: srt) else {
            throw AnchorProblem("The anchor does not exchange these.")
        }
        _ = try sells ? list.selling(amount) : list.buying(amount)
        let line: JSON = [
            "asset": .string(other.name ?? ""), "price": .string(list.price), "decimals": .integer(other.decimals),
        ]
        return [sells ? "buy_assets" : "sell_assets": [line]]
    }

    private func price(_ query: Fields) throws(AnchorProblem) -> JSON {
        let (list, terms) = try terms(query)
        return [
            "total_price": .string(PriceList.totalPrice(terms)), "price": .string(list.price),
            "sell_amount": .string(terms.amountIn.text), "buy_amount": .string(terms.amountOut.text),
            "fee": terms.fee.json(parts: "details"),
        ]
    }

    private func terms(_ fields: Fields) throws(AnchorProblem) -> (PriceList, Terms) {
        _ = try Self.method(fields)
        guard ["sep6", "sep24", "sep31"].contains(try fields.required("context")) else {
            throw AnchorProblem("'context' must be sep6, sep24 or sep31.")
        }
        let sell = try asset(named: try fields.required("sell_asset"), field: "sell_asset")
        let buy = try asset(named: try fields.required("buy_asset"), field: "buy_asset")
        guard let list = PriceList(sell: sell, buy: buy, srt: srt) else {
            throw AnchorProblem("The anchor does not exchange the one for the other.")
        }
        switch (fields["sell_amount"], fields["buy_amount"]) {
        case (let text?, nil): return (list, try list.selling(try Self.amount(text, field: "sell_amount")))
        case (nil, let text?): return (list, try list.buying(try Self.amount(text, field: "buy_amount")))
        default: throw AnchorProblem("Give one of 'sell_amount' and 'buy_amount'.")
        }
    }

    static func amount(_ text: String, field: String) throws(AnchorProblem) -> Amount {
        guard let amount = try? Amount(text), amount.stroops > 0 else {
            throw AnchorProblem("'\(field)' must be an amount above zero, with at most seven decimals.")
        }
        return amount
    }

    private func makeQuote(_ request: AnchorRequest) throws(AnchorProblem) -> JSON {
        let owner = try quoteSession(request).subject
        let fields = try request.fields()
        let (list, terms) = try terms(fields)
        let now = now
        var expiry = now + Self.quoteLifetime
        if let text = fields["expire_after"] {
            guard let wanted = Timestamp(text), wanted.seconds <= now + Self.longestQuote else {
                throw AnchorProblem("'expire_after' must be a time at most an hour from now.")
            }
            expiry = max(expiry, wanted.seconds)
        }
        let quote = Quote(
            id: randomness.identifier(), owner: owner, price: list.price, terms: terms, expiry: expiry,
            method: try Self.method(fields))
        if quoteOrder.count >= Self.most { quotes[quoteOrder.removeFirst()] = nil }
        quoteOrder.append(quote.id)
        quotes[quote.id] = quote
        return quote.json
    }

    /// A quote that belongs to this client.
    func quote(_ id: String, _ session: Session) throws(AnchorProblem) -> Quote {
        guard let quote = quotes[id], quote.owner == session.subject else {
            throw AnchorProblem(404, "There is no quote of this id.")
        }
        return quote
    }
}
