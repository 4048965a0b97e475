// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR

/// SEP-24: deposits and withdrawals through a page.
extension PracticeAnchor {
    func hostedAnswer(_ request: AnchorRequest) throws(AnchorProblem) -> AnchorReply {
        let path = Array(request.path.dropFirst())
        switch (request.method, path) {
        case ("GET", ["info"]): return AnchorReply(TransferInfo.sep24)
        case ("GET", ["fee"]):
            _ = try transferSession(request)
            return AnchorReply(try fee(try request.query(), native: true))
        case ("GET", ["transactions"]): return AnchorReply(try transactions(request, .sep24))
        case ("GET", ["transaction"]): return AnchorReply(try transaction(request, .sep24))
        case ("POST", ["transactions", "deposit", "interactive"]):
            return AnchorReply(try beginHosted(request, .deposit))
        case ("POST", ["transactions", "withdraw", "interactive"]):
            return AnchorReply(try beginHosted(request, .withdrawal))
        case (_, ["info"]), (_, ["fee"]), (_, ["transactions"]), (_, ["transaction"]),
            (_, ["transactions", "deposit", "interactive"]), (_, ["transactions", "withdraw", "interactive"]):
            throw .methodNotAllowed
        default:
            guard path.count == 2, path[0] == "page" else { throw .notFound }
            return try page(path[1], request)
        }
    }

    private func beginHosted(_ request: AnchorRequest, _ direction: Transfer.Direction) throws(AnchorProblem) -> JSON {
        let session = try transferSession(request)
        let fields = try request.fields()
        let isDeposit = direction == .deposit
        let asset = try ledgerAsset(fields, "asset_code", native: true)
        let exchanged = try exchanged(fields, isDeposit ? "source_asset" : "destination_asset", asset)
        let plan = TransferPlan(
            session: session, customer: try customerKey(fields, session), origin: .sep24, direction: direction,
            asset: asset, exchanged: exchanged, method: .bank,
            quote: try quote(fields, session, sells: isDeposit ? .dollars : srt, amount: fields["amount"]),
            amount: try fields["amount"].map { text throws(AnchorProblem) in
                try Self.amount(text, field: "amount")
            }, account: try account(fields, session, isRequired: false), depositMemo: try fields.memo("memo"),
            refundMemo: try fields.memo("refund_memo"), takesClaimable: try fields.flag("claimable_balance_supported"),
            destination: try Self.short(fields, "dest"))
        var terms: Terms?
        if let amount = plan.quote?.terms.amountIn ?? plan.amount { terms = try plan.terms(amount, srt: srt) }
        let transfer = try add(plan, terms: terms) { transfer in
            if let quote = plan.quote { transfer.deadline = quote.expiry }
        }
        return [
            "type": "interactive_customer_info_needed", "url": .string(view(transfer, request).pageURL),
            "id": .string(transfer.id),
        ]
    }

    /// Dollars, if the client names them or has a quote; nil for the money that backs the asset.
    private func exchanged(_ fields: Fields, _ name: String, _ asset: Asset) throws(AnchorProblem) -> AnchorAsset? {
        guard let text = fields[name] else { return fields["quote_id"] == nil ? nil : .dollars }
        guard text == AnchorAsset.dollarsName, asset != .native else {
            throw AnchorProblem("'\(name)' must be \(AnchorAsset.dollarsName), for \(PracticeAccounts.code).")
        }
        return .dollars
    }

    // MARK: The page

    private func page(_ id: String, _ request: AnchorRequest) throws(AnchorProblem) -> AnchorReply {
        let query = try request.query()
        guard let transfer = transfers[id], query["key"] == transfer.pageKey else { throw .notFound }
        let callbacks = [query["callback"], query["on_change_callback"]]
        let page = TransferPage(transfer: transfer)
        switch request.method {
        case "GET": return AnchorReply(200, .page(page.html(error: nil)))
        case "POST":
            do throws(AnchorProblem) {
                let changed = try answer(try request.fields(), transfer)
                transfers[id] = changed
                var next = TransferPage(transfer: changed)
                if callbacks.contains("postMessage") { next.posted = ["transaction": view(changed, request).json] }
                return AnchorReply(200, .page(next.html(error: nil)))
            } catch {
                return AnchorReply(error.status, .page(page.html(error: error.body["error"]?.asString)))
            }
        default: throw .methodNotAllowed
        }
    }

    private func answer(_ fields: Fields, _ transfer: Transfer) throws(AnchorProblem) -> Transfer {
        var changed = transfer
        switch transfer.status {
        case .incomplete:
            for name in TransferPage.inputs(transfer).map(\.name) {
                guard let value = try Self.short(fields, name) else { throw AnchorProblem("'\(name)' is missing.") }
                if name == "dest" { changed.destination = value }
            }
            if let text = fields["amount"], transfer.quote == nil {
                try setAmount(try Self.amount(text, field: "amount"), of: &changed)
            }
            changed.awaitMoney(at: now, until: transfer.quote.flatMap { quotes[$0]?.expiry })
        case .pendingUser:
            guard try Self.short(fields, "answer") != nil else { throw AnchorProblem("'answer' is missing.") }
            changed.resume(at: now)
        default: throw AnchorProblem("There is nothing to fill in.")
        }
        return changed
    }

    private func setAmount(_ amount: Amount, of transfer: inout Transfer) throws(AnchorProblem) {
        if transfer.isExchange {
            let sides: (AnchorAsset, AnchorAsset) = transfer.isDeposit ? (.dollars, srt) : (srt, .dollars)
            transfer.terms = try PriceList(sell: sides.0, buy: sides.1, srt: srt)?.selling(amount)
        } else {
            transfer.terms = try Terms(plain: amount, asset: transfer.asset, isDeposit: transfer.isDeposit)
        }
        transfer.awkward = SimulatedFault(amount)
    }
}

/// The web page of a transfer: a form if input is needed, otherwise the status.
struct TransferPage {
    let transfer: Transfer
    /// The transfer as the wallet's page gets it; nil if it did not ask for that.
    var posted: JSON?

    private var title: String { transfer.isDeposit ? "Practice deposit" : "Practice withdrawal" }

    /// The inputs of the first form.
    static func inputs(_ transfer: Transfer) -> [(name: String, label: String, value: String)] {
        let unit = transfer.isExchange && transfer.isDeposit ? "USD" : transfer.asset.code
        var inputs: [(name: String, label: String, value: String)] = []
        if transfer.quote == nil {
            inputs.append(("amount", "Amount, in \(unit)", transfer.terms?.amountIn.text ?? ""))
        }
        inputs.append(("name", "Name", ""))
        if !transfer.isDeposit {
            inputs.append(("dest", "Account at the practice bank", transfer.destination ?? ""))
        }
        return inputs
    }

    func html(error: String?) -> String {
        let notice = error.map { HTML.paragraph("Not accepted: \($0)") } ?? ""
        switch transfer.status {
        case .incomplete: return HTML.page(title, notice + HTML.form(Self.inputs(transfer), action: "Go on"))
        case .pendingUser:
            let inputs = [(name: "answer", label: "What the anchor wants to know; any text will do", value: "")]
            return HTML.page(title, notice + HTML.form(inputs, action: "Answer"))
        default: return HTML.page(title, notice + state + (posted.map(HTML.posting) ?? ""))
        }
    }

    private var state: String {
        var lines = ["Status: \(transfer.status.rawValue)"]
        if let message = transfer.message { lines.append(message) }
        if let terms = transfer.terms {
            lines.append("In: \(terms.amountIn.text). Fee: \(terms.fee.total.text). Out: \(terms.amountOut.text).")
        }
        lines.append("You may close this page.")
        return lines.map(HTML.paragraph).joined(separator: "\n")
    }
}
