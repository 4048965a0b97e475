// SPDX-License-Identifier: Apache-2.0

package import Anchor
import Faults
import Journal
import Stellar
package import TextCodec

/// The cost of a transfer, as far as the anchor states it in advance.
package struct TransferFee {
    /// The cost as lines for people.
    package private(set) var facts: [(name: String, value: String?)] = []
    package private(set) var document: JSON = .null
    /// The firm quote that the transfer uses.
    package private(set) var quote: Quote?

    init(_ job: TransferJob) throws {
        if job.record.otherAsset != nil, let quote = try Self.quote(job) {
            (self.quote, facts, document) = (quote, Self.facts(quote), quote.document)
            return
        }
        let info = try job.server.info()
        let isExchange = job.record.otherAsset != nil && job.record.protocol == .sep6
        let offer = try info.offer(job.kind, job.record.code, isExchange: isExchange)
        guard let amount = job.record.amount.flatMap({ DecimalText($0) }) else {
            facts = [("fee", offer?.feeText ?? "the anchor says it later")]
            return
        }
        let asked = info.hasFeeEndpoint && !isExchange ? try Self.asked(job, amount) : nil
        guard let fee = asked ?? offer?.fee(of: amount) else {
            facts = [("fee", "the anchor says it later")]
            return
        }
        facts = [("fee", "\(fee.text) \(job.record.code)")]
        let rest = amount.minus(fee).map { "\($0) \(job.record.code)" }
        facts.append(("what is left", rest ?? "nothing: the fee is more than the amount"))
        document = ["total": .string(fee.text), "asset": .string(job.record.code)]
    }

    /// Refuses a quote that has expired since it was fetched: the user may have taken long to answer.
    func check(_ job: TransferJob) throws(Failure) {
        guard let quote, !Self.isGood(quote, job) else { return }
        throw Self.over(quote, job)
    }

    /// The fee according to the anchor's `/fee` endpoint; nil if it refuses to say.
    private static func asked(_ job: TransferJob, _ amount: DecimalText) throws(AnchorError) -> DecimalText? {
        do {
            return try job.server.fee(
                of: job.kind, code: job.record.code, method: job.record.method, amount: amount, token: job.token)
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }

    /// The quote that was named. In an attended run, a new one if none was named or it has expired.
    private static func quote(_ job: TransferJob) throws -> Quote? {
        guard let other = job.record.otherAsset else { return nil }
        guard let asset = asset(job) else {
            // A named quote would be sent to the anchor, so it must be checked first.
            guard job.record.quoteID == nil else {
                throw Failure(
                    .badInput,
                    .quoteID, "who issues \(TerminalText.escape(job.record.code)) is not known for certain",
                    hint: "give \(field: .asset, "CODE:ISSUER")")
            }
            return nil
        }
        let (sell, buy) = job.kind == .deposit ? (other, asset) : (asset, other)
        let server: QuoteServer
        do throws(AnchorError) { server = try QuoteServer(job.session.toml, by: job.session.transport) } catch {
            guard case .noService = error, job.record.quoteID == nil else { throw error }
            return nil
        }
        if let id = job.record.quoteID {
            let quote = try server.quote(id: id, token: job.token)
            try check(quote, sell: sell, buy: buy, job)
            if isGood(quote, job) { return quote }
            guard renews(job) else { throw over(quote, job) }
        }
        guard job.isAttended, let amount = job.record.amount.flatMap({ DecimalText($0) }) else { return nil }
        let terms = QuoteServer.Terms(context: job.record.protocol.rawValue)
        return try server.quote(
            sell: sell, buy: buy, .sell(amount), terms, token: job.token, now: job.session.now)
    }

    private static func isGood(_ quote: Quote, _ job: TransferJob) -> Bool {
        quote.expiry.map { job.session.now < $0 } ?? false
    }

    /// Whether an attended run requests a new quote; it needs an amount.
    private static func renews(_ job: TransferJob) -> Bool { job.isAttended && job.record.amount != nil }

    private static func over(_ quote: Quote, _ job: TransferJob) -> Failure {
        let end = quote.expiry.map { " since \($0.utc)" } ?? ""
        let renewing =
            NextStep.anchor(
                .quote(job.session.reference, sells: quote.sells, buys: quote.buys, amount: quote.sellAmount.text))
        return Failure(
            .badInput, "the quote \(TerminalText.escape(quote.id ?? "")) is over\(end); nothing was begun",
            hint: "to get another one: \(step: renews(job) ? job.resuming : renewing)")
    }

    private static func check(_ quote: Quote, sell: String, buy: String, _ job: TransferJob) throws(Failure) {
        guard quote.sells == sell, quote.buys == buy else {
            throw Failure(.badInput, .quoteID, "this quote is for other assets")
        }
        if let amount = job.record.amount.flatMap({ DecimalText($0) }), amount != quote.sellAmount {
            throw Failure(
                .badInput, .quoteID, "this quote is for \(quote.sellAmount.text), and not for \(amount.text)")
        }
    }

    /// The Stellar asset in the format of SEP-38; nil if its issuer is not known for certain.
    private static func asset(_ job: TransferJob) -> String? {
        if job.record.asset == "native" { return "stellar:native" }
        if job.record.asset.contains(":") { return "stellar:" + job.record.asset }
        return job.session.toml.issuer(of: job.record.code).map { "stellar:\(job.record.code):\($0.address)" }
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
