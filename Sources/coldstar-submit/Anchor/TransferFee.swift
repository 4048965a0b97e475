// SPDX-License-Identifier: Apache-2.0

import Anchor
import CLISupport
import Journal
import OnlineSupport
import Stellar
import TextCodec

/// What a transfer costs, as far as the anchor says it beforehand.
struct TransferFee {
    private(set) var facts: [(name: String, value: String?)] = []
    private(set) var document: JSON = .null
    /// The firm quote that it is by.
    private(set) var quoteID: String?
    /// What is given by that quote.
    private(set) var amount: DecimalText?

    init(_ flow: TransferFlow) throws {
        if flow.record.otherAsset != nil, let quote = try Self.quote(flow) {
            (quoteID, amount) = (quote.id, quote.sellAmount)
            (facts, document) = (Self.facts(quote), quote.document)
            return
        }
        let info = try flow.server.info()
        let isExchange = flow.record.otherAsset != nil && flow.record.protocol == TransferProtocol.sep6.rawValue
        let offer = info.offer(flow.kind, flow.code, isExchange: isExchange)
        guard let amount = flow.record.amount.flatMap({ DecimalText($0) }) else {
            facts = [("fee", offer.flatMap(AnchorInfo.fee) ?? "the anchor says it later")]
            return
        }
        let asked = info.hasFeeEndpoint && !isExchange ? try Self.asked(flow, amount) : nil
        guard let fee = asked ?? offer?.fee(of: amount) else {
            facts = [("fee", "the anchor says it later")]
            return
        }
        facts = [("fee", "\(fee.text) \(flow.code)")]
        if let rest = amount.minus(fee) { facts.append(("what is left", "\(rest) \(flow.code)")) }
        document = ["total": .string(fee.text), "asset": .string(flow.code)]
    }

    /// By the anchor's own reckoning; nil where it refuses to say.
    private static func asked(_ flow: TransferFlow, _ amount: DecimalText) throws(AnchorError) -> DecimalText? {
        do {
            return try flow.server.fee(
                of: flow.kind, code: flow.code, method: flow.record.method, amount: amount, token: flow.token)
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }

    /// The quote that was named; a person in front gets one where none was, or where it is over.
    private static func quote(_ flow: TransferFlow) throws -> Quote? {
        guard let other = flow.record.otherAsset else { return nil }
        guard let asset = asset(flow) else {
            // What was named goes to the anchor, and nothing does that was not looked at.
            guard flow.record.quoteID == nil else {
                throw Failure(
                    .badInput, "--quote-id: who issues \(TerminalText.escape(flow.code)) is not known for certain",
                    hint: "give --asset CODE:ISSUER")
            }
            return nil
        }
        let (sell, buy) = flow.kind == .deposit ? (other, asset) : (asset, other)
        let server: QuoteServer
        do throws(AnchorError) { server = try QuoteServer(flow.session.toml, by: flow.session.transport) } catch {
            guard case .noService = error, flow.record.quoteID == nil else { throw error }
            return nil
        }
        if let id = flow.record.quoteID {
            let quote = try server.quote(id: id, token: flow.token)
            try check(quote, sell: sell, buy: buy, flow)
            if let expiry = quote.expiry, flow.session.now < expiry { return quote }
            // A person gets another one, for an amount that is known.
            guard flow.isGuided, flow.record.amount != nil else {
                throw Failure(
                    .badInput, "the quote \(TerminalText.escape(id)) is over",
                    hint: "\(renewing(sell: sell, buy: buy, quote.sellAmount, flow)) gets another one")
            }
        }
        guard flow.isGuided, let amount = flow.record.amount.flatMap({ DecimalText($0) }) else { return nil }
        let terms = QuoteServer.Terms(context: flow.record.protocol)
        return try server.quote(
            sell: sell, buy: buy, .sell(amount), terms, token: flow.token, now: flow.session.now)
    }

    private static func renewing(sell: String, buy: String, _ amount: DecimalText, _ flow: TransferFlow) -> String {
        "coldstar-submit anchor quote \(flow.session.arguments) --sell-asset \(Shell.word(sell))"
            + " --buy-asset \(Shell.word(buy)) --sell-amount \(amount.text)"
    }

    private static func check(_ quote: Quote, sell: String, buy: String, _ flow: TransferFlow) throws(Failure) {
        guard quote.document["sell_asset"]?.asString == sell, quote.document["buy_asset"]?.asString == buy else {
            throw Failure(.badInput, "--quote-id: this quote is for other assets")
        }
        if let amount = flow.record.amount.flatMap({ DecimalText($0) }), amount != quote.sellAmount {
            throw Failure(
                .badInput, "--quote-id: this quote is for \(quote.sellAmount.text), and not for \(amount.text)")
        }
    }

    /// The asset on the network in the form of SEP-38; nil where its issuer is not known for certain.
    private static func asset(_ flow: TransferFlow) -> String? {
        if flow.record.asset == "native" { return "stellar:native" }
        if flow.record.asset.contains(":") { return "stellar:" + flow.record.asset }
        return flow.session.toml.issuer(of: flow.code).map { "stellar:\(flow.code):\($0.address)" }
    }

    private static func facts(_ quote: Quote) -> [(name: String, value: String?)] {
        let buys = quote.document["buy_asset"]?.asString ?? "", sells = quote.document["sell_asset"]?.asString ?? ""
        let details = quote.feeDetails.map { detail in
            (
                name: "  \(detail.name)",
                value: detail.about.isEmpty ? detail.amount : "\(detail.amount) (\(detail.about))" as String?
            )
        }
        return [
            ("quote", quote.id), ("until", quote.expiry?.utc), ("gives", "\(quote.sellAmount.text) \(sells)"),
            ("gets", "\(quote.buyAmount.text) \(buys)"), ("price", quote.price.text),
            ("fee", quote.feeText),
        ] + details
    }
}
