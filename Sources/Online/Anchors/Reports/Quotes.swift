// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import Stellar

/// Prices and quotes.
///
/// - Source: SEP-38.
extension AnchorSession {
    private var quotes: QuoteServer {
        get throws(AnchorError) { try QuoteServer(toml, by: transport) }
    }

    /// Indicative prices of an asset against all others. A login is used if there is one.
    package func prices(of asset: String, _ request: QuoteRequest) throws(TransferError) -> AnchorReport {
        try TransferError.catching {
            let answer = try quotes.prices(asset, request.given, request.terms, token: tokenIfAny())
            let rows = QuoteServer.rates(answer).map { [$0.asset, $0.text] }
            return AnchorReport(answer, header: ["asset", "price"], rows: rows, none: "there are no rates")
        }
    }

    /// An indicative price with its fee. A login is used if there is one.
    package func price(sell: String, buy: String, _ request: QuoteRequest) throws(TransferError) -> AnchorReport {
        try TransferError.catching {
            let price = try quotes.price(
                sell: sell, buy: buy, request.given, request.terms, token: tokenIfAny())
            return AnchorReport(price.document, [.facts(price.facts(sell: sell, buy: buy))])
        }
    }

    /// A new firm quote, which binds the anchor.
    ///
    /// - Throws: `.refused` without a login.
    package func quote(sell: String, buy: String, _ request: QuoteRequest) throws(TransferError) -> AnchorReport {
        try TransferError.catching {
            let token = try self.token()
            let quote = try quotes.quote(
                sell: sell, buy: buy, request.given, request.terms, token: token, now: now)
            return AnchorReport(quote.document, [.facts(quote.facts(sell: sell, buy: buy))])
        }
    }
}

/// What prices and quotes are asked for: the amount on one side, and the terms.
package struct QuoteRequest: Sendable {
    let given: QuoteServer.Given
    let terms: QuoteServer.Terms

    /// - Parameters:
    ///   - sellAmount: how much is given; nil when it is for the anchor to say.
    ///   - buyAmount: how much is bought; nil when it is for the anchor to say.
    /// - Throws: `.usage` unless exactly one amount is given, `.badInput` for one that is not a decimal number.
    package init(sellAmount: String?, buyAmount: String?, _ terms: QuoteServer.Terms) throws(Failure) {
        switch (sellAmount, buyAmount) {
        case (let text?, nil): given = .sell(try DecimalText(text, .sellAmount))
        case (nil, let text?): given = .buy(try DecimalText(text, .buyAmount))
        default: throw Failure(.usage, "give either \(field: .sellAmount) or \(field: .buyAmount)")
        }
        self.terms = terms
    }

    /// The asset whose prices against all others are asked for: the one on the side of the amount.
    ///
    /// - Throws: `.usage` when that asset is missing, or one is given for the other side.
    package func asset(sell: String?, buy: String?) throws(Failure) -> String {
        switch (given, sell, buy) {
        case (.sell, let sell?, nil): return sell
        case (.buy, nil, let buy?): return buy
        default:
            throw Failure(
                .usage,
                "give \(field: .sellAsset) with \(field: .sellAmount), or \(field: .buyAsset) with \(field: .buyAmount)"
            )
        }
    }
}
