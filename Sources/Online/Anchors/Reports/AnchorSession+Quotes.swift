// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Codec
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
