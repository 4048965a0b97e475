// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import Journal
import Stellar

/// The cost of a transfer, as far as the anchor states it in advance.
package struct TransferFee {
    /// The cost as lines for people.
    package private(set) var facts: [AnchorFact] = []
    package private(set) var document: JSON = .null
    /// The firm quote that the transfer uses.
    package private(set) var quote: Quote?

    private static let later = "the anchor says it later"

    init(_ steps: TransferSteps) throws {
        if steps.record.otherAsset != nil, let quote = try Self.quote(steps) {
            (self.quote, document) = (quote, quote.document)
            facts = quote.facts(sell: quote.sells, buy: quote.buys, hasTotal: false)
            return
        }
        let info = try steps.server.info()
        let isExchange = steps.record.otherAsset != nil && steps.record.protocol == .sep6
        let offer = try info.offer(steps.kind, steps.record.code, isExchange: isExchange)
        guard let amount = steps.record.amount.flatMap({ DecimalText($0) }) else {
            facts = [AnchorFact]([.fee: offer?.feeText ?? Self.later])
            return
        }
        let asked = info.hasFeeEndpoint && !isExchange ? try Self.asked(steps, amount) : nil
        guard let fee = asked ?? offer?.fee(of: amount) else {
            facts = [AnchorFact]([.fee: Self.later])
            return
        }
        let rest = amount.minus(fee).map { "\($0) \(steps.record.code)" }
        facts = [AnchorFact]([
            .fee: "\(fee.text) \(steps.record.code)", .rest: rest ?? "nothing: the fee is more than the amount",
        ])
        document = ["total": .string(fee.text), "asset": .string(steps.record.code)]
    }

    /// Refuses a quote that has expired since it was fetched: the user may have taken long to answer.
    func check(_ steps: TransferSteps) throws(Failure) {
        guard let quote, !Self.isGood(quote, steps) else { return }
        throw Self.over(quote, steps)
    }

    /// The fee according to the anchor's `/fee` endpoint; nil if it refuses to say.
    private static func asked(_ steps: TransferSteps, _ amount: DecimalText) throws(AnchorError) -> DecimalText? {
        do {
            return try steps.server.fee(
                of: steps.kind, code: steps.record.code, method: steps.record.method, amount: amount, token: steps.token
            )
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }

    /// The quote that was named. In an attended run, a new one if none was named or it has expired.
    private static func quote(_ steps: TransferSteps) throws -> Quote? {
        guard let other = steps.record.otherAsset else { return nil }
        guard let asset = asset(steps) else {
            // A named quote would be sent to the anchor, so it must be checked first.
            guard steps.record.quoteID == nil else {
                throw Failure(
                    .badInput,
                    .quoteID, "who issues \(TerminalText.escape(steps.record.code)) is not known for certain",
                    hint: "give \(field: .asset, "CODE:ISSUER")")
            }
            return nil
        }
        let (sell, buy) = steps.kind == .deposit ? (other, asset) : (asset, other)
        let server: QuoteServer
        do throws(AnchorError) { server = try QuoteServer(steps.session.toml, by: steps.session.transport) } catch {
            guard case .noService = error, steps.record.quoteID == nil else { throw error }
            return nil
        }
        if let id = steps.record.quoteID {
            let quote = try server.quote(id: id, token: steps.token)
            try check(quote, sell: sell, buy: buy, steps)
            if isGood(quote, steps) { return quote }
            guard renews(steps) else { throw over(quote, steps) }
        }
        guard steps.isAttended, let amount = steps.record.amount.flatMap({ DecimalText($0) }) else { return nil }
        let terms = QuoteServer.Terms(context: steps.record.protocol.rawValue)
        return try server.quote(
            sell: sell, buy: buy, .sell(amount), terms, token: steps.token, now: steps.session.now)
    }

    private static func isGood(_ quote: Quote, _ steps: TransferSteps) -> Bool {
        quote.expiry.map { steps.session.now < $0 } ?? false
    }

    /// Whether an attended run requests a new quote; it needs an amount.
    private static func renews(_ steps: TransferSteps) -> Bool { steps.isAttended && steps.record.amount != nil }

    private static func over(_ quote: Quote, _ steps: TransferSteps) -> Failure {
        let end = quote.expiry.map { " since \($0.utc)" } ?? ""
        let renewing =
            NextStep.anchor(
                .quote(steps.session.reference, sells: quote.sells, buys: quote.buys, amount: quote.sellAmount.text))
        return Failure(
            .badInput, "the quote \(TerminalText.escape(quote.id ?? "")) is over\(end); nothing was begun",
            hint: "to get another one: \(step: renews(steps) ? steps.resuming : renewing)")
    }

    private static func check(_ quote: Quote, sell: String, buy: String, _ steps: TransferSteps) throws(Failure) {
        guard quote.sells == sell, quote.buys == buy else {
            throw Failure(.badInput, .quoteID, "this quote is for other assets")
        }
        if let amount = steps.record.amount.flatMap({ DecimalText($0) }), amount != quote.sellAmount {
            throw Failure(
                .badInput, .quoteID, "this quote is for \(quote.sellAmount.text), and not for \(amount.text)")
        }
    }

    /// The Stellar asset in the format of SEP-38; nil if its issuer is not known for certain.
    private static func asset(_ steps: TransferSteps) -> String? {
        if steps.record.asset == "native" { return "stellar:native" }
        if steps.record.asset.contains(":") { return "stellar:" + steps.record.asset }
        return steps.session.toml.issuer(of: steps.record.code).map { "stellar:\(steps.record.code):\($0.address)" }
    }
}

extension Quote {
    fileprivate var sells: String { document["sell_asset"]?.asString ?? "" }
    fileprivate var buys: String { document["buy_asset"]?.asString ?? "" }
}
