// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar

/// An exchange rate with its fee: a firm quote or an indicative price.
///
/// - Source: SEP-38.
package struct Quote: Sendable {
    package struct Fee: Sendable {
        package let total: DecimalText
        package let asset: String
    }

    package let document: JSON
    package let sellAmount: DecimalText
    package let buyAmount: DecimalText
    package let price: DecimalText
    /// The price including the fee.
    package let totalPrice: DecimalText
    /// The fee; nil when the anchor's version of the protocol has none, so that the price includes everything.
    package let fee: Fee?
    /// The id; only for a firm quote.
    package var id: String? { document["id"].flatMap(AnchorValue.id) }
    package var expiry: Timestamp? { document["expires_at"].flatMap(AnchorValue.time) }

    /// The longest id, in bytes, as for transfers.
    static let longestID = 128

    init(
        _ document: JSON, sell: String, buy: String, _ given: QuoteServer.Given?, of domain: String
    ) throws(AnchorError) {
        try AmountFields.check(document, AmountFields.quote, of: "its quote", at: domain)
        func amount(_ key: String) throws(AnchorError) -> DecimalText {
            guard let amount = DecimalText(document[key]) else {
                throw .broken(domain: domain, reason: "its quote has no \(key)")
            }
            return amount
        }
        func amount(_ key: String, of asset: String) throws(AnchorError) -> DecimalText {
            let amount = try amount(key)
            guard asset.hasPrefix("stellar:") ? amount.hasLedgerDecimals : amount.isExact else {
                throw .broken(
                    domain: domain, reason: "the \(key) of its quote has too many digits: \(amount.text)")
            }
            return amount
        }
        sellAmount = try amount("sell_amount", of: sell)
        buyAmount = try amount("buy_amount", of: buy)
        price = try amount("price")
        if (document["total_price"] ?? .null) == .null, (document["fee"] ?? .null) == .null {
            // Fees came with version 2 of the protocol; some servers still use version 1.
            (totalPrice, fee) = (price, nil)
        } else {
            totalPrice = try amount("total_price")
            guard let total = DecimalText(document["fee"]?["total"]), total.isExact,
                let asset = document["fee"]?["asset"]?.asString
            else { throw .broken(domain: domain, reason: "its quote has no fee") }
            fee = Fee(total: total, asset: asset)
        }
        self.document = document
        switch given {
        case .sell(let amount) where amount != sellAmount, .buy(let amount) where amount != buyAmount:
            throw .broken(domain: domain, reason: "its quote is for another amount")
        default: break
        }
        guard fee.map({ $0.asset == sell || $0.asset == buy }) ?? true else {
            throw .broken(domain: domain, reason: "the fee of its quote is in an asset that is not exchanged")
        }
        guard isConsistent(sell: sell) else {
            throw .broken(domain: domain, reason: "the amounts of its quote do not agree with its price and fee")
        }
    }

    /// A value that a firm quote must have.
    ///
    /// - Throws: `.broken`, with what the anchor wrote instead.
    func required<Value>(_ value: Value?, _ key: String, at domain: HomeDomain) throws(AnchorError) -> Value {
        guard let value else {
            throw .broken(domain: domain.text, reason: "its quote \(AnchorValue.fault(of: key, in: document))")
        }
        return value
    }

    /// Whether amounts, prices and fee are consistent, within rounding.
    ///
    /// - Source: SEP-38 §Price formulas.
    private func isConsistent(sell: String) -> Bool {
        guard sellAmount.isAbout(totalPrice, times: buyAmount) else { return false }
        guard let fee else { return true }
        if fee.asset == sell {
            return sellAmount.minus(fee.total).flatMap { DecimalText($0) }?.isAbout(price, times: buyAmount) ?? false
        }
        return buyAmount.plus(fee.total).map { sellAmount.isAbout(price, times: $0) } ?? false
    }

    /// The components of the fee.
    package var feeDetails: [(name: String, amount: String, about: String)] {
        (document["fee"]?["details"]?.asArray ?? []).compactMap { row in
            guard let name = row["name"]?.asString, let amount = DecimalText(row["amount"]) else { return nil }
            return (name, amount.text, row["description"]?.asString ?? "")
        }
    }
}

/// An anchor's quote service.
///
/// - Source: SEP-38.
package struct QuoteServer: Sendable {
    package let domain: HomeDomain
    private let url: HTTPURL
    private let server: AnchorServer

    /// The amount that the caller fixes.
    package enum Given: Hashable, Sendable {
        case sell(DecimalText)
        case buy(DecimalText)
    }

    /// The terms of a rate besides the assets.
    package struct Terms: Sendable {
        package var sellDelivery: String?
        package var buyDelivery: String?
        package var country: String?
        /// The protocol that the quote is for: `sep6`, `sep24`, `sep31`.
        package var context: String?

        package init(
            sellDelivery: String? = nil, buyDelivery: String? = nil, country: String? = nil, context: String? = nil
        ) {
            self.sellDelivery = sellDelivery
            self.buyDelivery = buyDelivery
            self.country = country
            self.context = context
        }

        fileprivate var pairs: [(name: String, value: String)] {
            [
                ("sell_delivery_method", sellDelivery), ("buy_delivery_method", buyDelivery), ("country_code", country),
                ("context", context),
            ].compactMap { pair in pair.1.map { (name: pair.0, value: $0) } }
        }
    }

    package init(_ toml: StellarToml, by transport: any HTTPTransport) throws(AnchorError) {
        domain = toml.domain
        guard let url = try toml.endpoint("ANCHOR_QUOTE_SERVER") else {
            throw toml.noService("quotes", "ANCHOR_QUOTE_SERVER")
        }
        self.url = url
        server = AnchorServer(domain: domain, transport: transport)
    }

    /// The assets that it exchanges, with their delivery methods.
    ///
    /// - Throws: the errors of `AnchorServer.ask`.
    /// - Source: SEP-38 §GET info.
    package func info(token: AccessToken?) throws(AnchorError) -> JSON {
        try server.ask(HTTPRequest(url.appending("info"), sizeLimit: AnchorServer.sizeLimit), token: token)
    }

    /// Indicative prices for all assets on the other side.
    package func prices(_ asset: String, _ given: Given, _ terms: Terms, token: AccessToken?) throws(AnchorError)
        -> JSON
    {
        let query = given.isSell ? [("sell_asset", asset)] : [("buy_asset", asset)]
        let answer = try server.ask(
            HTTPRequest(
                url.appending("prices", query: query + [given.pair] + terms.pairs),
                sizeLimit: AnchorServer.sizeLimit), token: token)
        // One rate that is none does not hide the others.
        let rates = Self.rates(answer)
        if !rates.isEmpty, rates.allSatisfy({ $0.price == nil }) {
            try AmountFields.check(answer, AmountFields.prices, of: "its answer", at: domain.text)
        }
        return answer
    }

    /// The rates of an answer to `prices`.
    ///
    /// - Returns: for each asset its price and what to show: the price, a question mark, or what cannot be read, cut.
    package static func rates(_ answer: JSON) -> [(asset: String, price: DecimalText?, text: String)] {
        ((answer["buy_assets"] ?? answer["sell_assets"])?.asArray ?? []).map { row in
            let (asset, price) = (row["asset"]?.asString ?? "?", DecimalText(row["price"]))
            guard price == nil, let value = row["price"], value != .null else {
                return (asset, price, price?.text ?? "?")
            }
            return (asset, nil, "cannot be read: \(AmountFields.shown(value))")
        }
    }

    /// One indicative price.
    package func price(
        sell: String, buy: String, _ given: Given, _ terms: Terms, token: AccessToken?
    ) throws(AnchorError) -> Quote {
        let query = [("sell_asset", sell), ("buy_asset", buy), given.pair] + terms.pairs
        let answer = try server.ask(
            HTTPRequest(url.appending("price", query: query), sizeLimit: AnchorServer.sizeLimit), token: token)
        return try Quote(answer, sell: sell, buy: buy, given, of: domain.text)
    }

    /// An existing firm quote.
    package func quote(id: String, token: AccessToken) throws(AnchorError) -> Quote {
        let answer = try server.ask(
            HTTPRequest(url.appending("quote", id), sizeLimit: AnchorServer.sizeLimit), token: token)
        guard let sell = answer["sell_asset"]?.asString, let buy = answer["buy_asset"]?.asString else {
            throw .broken(domain: domain.text, reason: "its quote does not name its assets")
        }
        let quote = try Quote(answer, sell: sell, buy: buy, nil, of: domain.text)
        guard quote.id == id else {
            throw .broken(domain: domain.text, reason: "its answer is about another quote")
        }
        _ = try quote.required(quote.expiry, "expires_at", at: domain)
        return quote
    }

    /// Creates a firm quote, which binds the anchor.
    package func quote(
        sell: String, buy: String, _ given: Given, _ terms: Terms, token: AccessToken, now: Timestamp
    ) throws(AnchorError) -> Quote {
        let pairs = [("sell_asset", sell), ("buy_asset", buy), given.pair] + terms.pairs
        let body = JSON.object(JSONObject(pairs.map { ($0.0, .string($0.1)) }))
        let answer = try server.ask(
            HTTPRequest(
                .post, url.appending("quote"), headers: [HTTPHeader("Content-Type", "application/json")],
                body: Array(body.text().utf8), sizeLimit: AnchorServer.sizeLimit), token: token)
        guard answer["sell_asset"]?.asString == sell, answer["buy_asset"]?.asString == buy else {
            throw .broken(domain: domain.text, reason: "its quote is for other assets")
        }
        let quote = try Quote(answer, sell: sell, buy: buy, given, of: domain.text)
        let id = try quote.required(quote.id, "id", at: domain)
        let expiry = try quote.required(quote.expiry, "expires_at", at: domain)
        guard (1...Quote.longestID).contains(id.utf8.count) else {
            throw .broken(domain: domain.text, reason: "the id of its quote has \(id.utf8.count) bytes")
        }
        guard now < expiry else {
            throw .broken(domain: domain.text, reason: "its new quote was over at \(expiry.utc)")
        }
        return quote
    }
}

extension QuoteServer.Given {
    fileprivate var isSell: Bool { if case .sell = self { true } else { false } }

    fileprivate var pair: (String, String) {
        switch self {
        case .sell(let amount): ("sell_amount", amount.text)
        case .buy(let amount): ("buy_amount", amount.text)
        }
    }
}
