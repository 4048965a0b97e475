// SPDX-License-Identifier: Apache-2.0

import Anchor
import Faults
import Journal
import OnlineShell
import Shell
import Stellar
import TextCodec

/// The cost of a transfer, as far as the anchor states it in advance.
struct TransferFee {
    private(set) var facts: [(name: String, value: String?)] = []
    private(set) var document: JSON = .null
    /// The firm quote that the transfer uses.
    private(set) var quote: Quote?

    init(_ flow: TransferFlow) throws {
        if flow.record.otherAsset != nil, let quote = try Self.quote(flow) {
            (self.quote, facts, document) = (quote, Self.facts(quote), quote.document)
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
        let rest = amount.minus(fee).map { "\($0) \(flow.code)" }
        facts.append(("what is left", rest ?? "nothing: the fee is more than the amount"))
        document = ["total": .string(fee.text), "asset": .string(flow.code)]
    }

    /// Refuses a quote that has expired since it was fetched: the user may have taken long to answer.
    func check(_ flow: TransferFlow) throws(Failure) {
        guard let quote, !Self.isGood(quote, flow) else { return }
        throw Self.over(quote, flow)
    }

    /// The fee according to the anchor's `/fee` endpoint; nil if it refuses to say.
    private static func asked(_ flow: TransferFlow, _ amount: DecimalText) throws(AnchorError) -> DecimalText? {
        do {
            return try flow.server.fee(
                of: flow.kind, code: flow.code, method: flow.record.method, amount: amount, token: flow.token)
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }

    /// The quote that was named. In the guided flow, a new one if none was named or it has expired.
    private static func quote(_ flow: TransferFlow) throws -> Quote? {
        guard let other = flow.record.otherAsset else { return nil }
        guard let asset = asset(flow) else {
            // A named quote would be sent to the anchor, so it must be checked first.
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
            if isGood(quote, flow) { return quote }
            guard renews(flow) else { throw over(quote, flow) }
        }
        guard flow.isGuided, let amount = flow.record.amount.flatMap({ DecimalText($0) }) else { return nil }
        let terms = QuoteServer.Terms(context: flow.record.protocol)
        return try server.quote(
            sell: sell, buy: buy, .sell(amount), terms, token: flow.token, now: flow.session.now)
    }

    private static func isGood(_ quote: Quote, _ flow: TransferFlow) -> Bool {
        quote.expiry.map { flow.session.now < $0 } ?? false
    }

    /// Whether the guided flow requests a new quote; it needs an amount.
    private static func renews(_ flow: TransferFlow) -> Bool { flow.isGuided && flow.record.amount != nil }

    private static func over(_ quote: Quote, _ flow: TransferFlow) -> Failure {
        let end = quote.expiry.map { " since \($0.utc)" } ?? ""
        let renewing =
            "coldstar-submit anchor quote \(flow.session.arguments) --sell-asset \(ShellWord.quoted(quote.sells))"
            + " --buy-asset \(ShellWord.quoted(quote.buys)) --sell-amount \(quote.sellAmount.text)"
        return Failure(
            .badInput, "the quote \(TerminalText.escape(quote.id ?? "")) is over\(end); nothing was begun",
            hint: "\(renews(flow) ? flow.resuming : renewing) gets another one")
    }

    private static func check(_ quote: Quote, sell: String, buy: String, _ flow: TransferFlow) throws(Failure) {
        guard quote.sells == sell, quote.buys == buy else {
            throw Failure(.badInput, "--quote-id: this quote is for other assets")
        }
        if let amount = flow.record.amount.flatMap({ DecimalText($0) }), amount != quote.sellAmount {
            throw Failure(
                .badInput, "--quote-id: this quote is for \(quote.sellAmount.text), and not for \(amount.text)")
        }
    }

    /// The Stellar asset in the format of SEP-38; nil if its issuer is not known for certain.
    private static func asset(_ flow: TransferFlow) -> String? {
        if flow.record.asset == "native" { return "stellar:native" }
        if flow.record.asset.contains(":") { return "stellar:" + flow.record.asset }
        return flow.session.toml.issuer(of: flow.code).map { "stellar:\(flow.code):\($0.address)" }
    }

    private static func facts(_ quote: Quote) -> [(name: String, value: String?)] {
        let details = quote.feeDetails.map { detail in
            (
                name: "  \(detail.name)",
                value: detail.about.isEmpty ? detail.amount : "\(detail.amount) (\(detail.about))" as String?
            )
        }
        return [
            ("quote", quote.id), ("until", quote.expiry?.utc), ("gives", "\(quote.sellAmount.text) \(quote.sells)"),
            ("gets", "\(quote.buyAmount.text) \(quote.buys)"), ("price", quote.price.text),
            ("fee", quote.feeText),
        ] + details
    }
}

extension Quote {
    fileprivate var sells: String { document["sell_asset"]?.asString ?? "" }
    fileprivate var buys: String { document["buy_asset"]?.asString ?? "" }
}
