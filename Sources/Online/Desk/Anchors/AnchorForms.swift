// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Building
import Codec
import Journal
import Stellar
import StellarXDR
import Workspace

/// The forms of an anchor's page.
extension Desk {
    func anchorForm(_ action: String, at domain: String, _ fields: DeskFields) throws(Failure) -> DeskResponse? {
        var reply = AnchorReply(action: action, values: fields)
        do throws(Failure) {
            switch action {
            case "login": return try requestLogin(at: domain, fields)
            case "deposit": return try begin(.deposit, at: domain, fields)
            case "withdraw": return try begin(.withdrawal, at: domain, fields)
            case "quote": reply.answer = try quote(at: domain, fields)
            case "fee": reply.answer = try fee(at: domain, fields)
            case "customer":
                reply.errors = try give(at: domain, fields)
                if reply.errors.isEmpty { return try customerGiven(at: domain, fields) }
            case "forget":
                try forget(at: domain, fields)
                return try customerGiven(at: domain, fields)
            default: return nil
            }
        } catch { reply.failure = error }
        return try anchorPage(domain, query: [:], reply: reply)
    }

    // MARK: login

    /// Fetches a challenge, and shows the request to sign it.
    private func requestLogin(at domain: String, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        let client = try client(fields)
        let session = try session(at: domain, as: client)
        let job = session.challengeJob(for: client, clientDomain: fields["client-domain"], in: context)
        return try build(job, showsFacts: true)
    }

    // MARK: transfers

    /// Records a transfer with its details; its page goes on with it.
    private func begin(_ kind: TransferKind, at domain: String, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        let wanted = try parameters(kind, fields)
        let session = try session(at: domain, as: try client(fields))
        let context = context
        var job = try TransferJob(wanted, at: session, sources: CustomerSources(), isAttended: true) {
            text throws(Failure) in
            var finder = AccountFinder(context)
            return try finder.find(try FieldID.asset.value(of: text), .asset).account.account
        }
        var said: [String] = []
        var recorded: Int64?
        try session.explaining(type: kind.customerType) { () throws(TransferError) in
            try job.run { step, _ in
                switch step {
                // Values of further fields are given with the agreement, and not kept until then.
                case .question(let question): return .goOn(question.field.map { .text(fields[$0.name]) } ?? .later)
                case .notice(let notice): said += notice.lines(at: session.domain.text)
                case .recorded(let number):
                    recorded = number
                    return .stop
                default: break
                }
                return .goOn()
            }
        }
        guard let recorded else { throw Failure(.bug, "the transfer was not recorded") }
        transfers.keep(said: said, of: recorded)
        changes.post()
        return .seeOther("/transfers/\(recorded)")
    }

    private func parameters(_ kind: TransferKind, _ fields: DeskFields) throws(Failure) -> TransferParameters {
        var parameters = try TransferParameters(
            kind, otherAsset: fields["exchange"], quoteID: fields["quote-id"], memo: fields["memo"])
        parameters.asset = try fields.required("asset")
        parameters.amount = try fields["amount"].map { text throws(Failure) in try DecimalText(text, .amount)
        }
        parameters.method = fields["type"]
        parameters.protocol = try fields["protocol"].map { text throws(Failure) in
            guard let spoken = TransferProtocol(rawValue: text) else {
                throw Failure(.badInput, .transferProtocol, "this is not sep6 or sep24")
            }
            return spoken
        }
        parameters.takesClaimableBalances = kind == .deposit && fields.isOn("claimable")
        return parameters
    }

    // MARK: prices

    private func quote(at domain: String, _ fields: DeskFields) throws(Failure) -> ReportView {
        let client = try fields["account"].map { _ throws(Failure) in try self.client(fields) }
        let terms = QuoteServer.Terms(
            sellDelivery: fields["sell-delivery-method"], buyDelivery: fields["buy-delivery-method"],
            country: fields["country"], context: fields["question"] == "prices" ? nil : fields["context"] ?? "sep6")
        let request = try QuoteRequest(sellAmount: fields["sell-amount"], buyAmount: fields["buy-amount"], terms)
        let session = try session(at: domain, as: client)
        if fields["question"] == "prices" {
            let asset = try request.asset(sell: fields["sell-asset"], buy: fields["buy-asset"])
            return ReportView(
                try session.explaining { () throws(TransferError) in try session.prices(of: asset, request) })
        }
        let (sell, buy) = (try fields.required("sell-asset"), try fields.required("buy-asset"))
        return ReportView(
            try session.explaining { () throws(TransferError) in
                try fields["question"] == "quote"
                    ? session.quote(sell: sell, buy: buy, request) : session.price(sell: sell, buy: buy, request)
            })
    }

    private func fee(at domain: String, _ fields: DeskFields) throws(Failure) -> ReportView {
        let client = try fields["account"].map { _ throws(Failure) in try self.client(fields) }
        let amount = try DecimalText(try fields.required("amount"), .amount)
        let code = try fields.required("asset")
        let session = try session(at: domain, as: client)
        let kind: TransferKind = fields["operation"] == "withdraw" ? .withdrawal : .deposit
        return ReportView(
            try session.explaining { () throws(TransferError) in
                try session.feeReport(of: kind, code: code, amount: amount, method: fields["type"], by: nil)
            })
    }

    // MARK: customer data

    /// Gives the anchor what was filled in. Nothing of it is kept.
    ///
    /// - Returns: why nothing was sent, by field.
    private func give(at domain: String, _ fields: DeskFields) throws(Failure) -> [String: String] {
        let session = try session(at: domain, as: try client(fields))
        let token = try session.token()
        let query = CustomerServer.Query(type: fields["type"])
        let state = try session.explaining { () throws(TransferError) in try session.customerQuestions(query) }
        let (given, errors) = fields.customerAnswers(to: state.questions)
        guard errors.isEmpty else { return errors }
        let input = try CustomerInput(
            fields: given.fields.map { name, value throws(Failure) in try CustomerFieldArgument(name, value, .field)
            },
            files: given.files)
        _ = try session.explaining { () throws(TransferError) in
            var put = try CustomerPut(session, token: token, query, input)
            return try put.run()
        }
        return [:]
    }

    private func forget(at domain: String, _ fields: DeskFields) throws(Failure) {
        guard fields.isOn("agree") else {
            throw Failure(.usage, FieldID("agree"), "nothing was deleted, tick the box to agree")
        }
        let session = try session(at: domain, as: try client(fields))
        let token = try session.token()
        _ = try session.explaining { () throws(TransferError) in try session.deleteCustomer(token: token) }
    }

    /// The page with what the anchor says it knows now.
    private func customerGiven(at domain: String, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        jobs.forget { $0.isOfCustomer(at: domain) }
        jobs.expire { $0.kind == .transfer }
        changes.post()
        let type = fields["type"].map { "&type=\(PercentText.encode($0))" } ?? ""
        return .seeOther(DeskPath.anchor(domain, as: try client(fields).subject) + type)
    }
}
