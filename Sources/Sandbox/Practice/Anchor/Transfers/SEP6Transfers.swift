// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto
import Stellar
import StellarXDR

/// SEP-6: deposits and withdrawals through the API.
extension PracticeAnchor {
    /// The deposit that the practice bank receives if the client gives no amount.
    static let usualAmount = Amount(stroops: 100 * Amount.stroopsPerUnit)

    func transferAnswer(_ request: AnchorRequest) throws(AnchorProblem) -> AnchorReply {
        let path = Array(request.path.dropFirst())
        guard path.count == 1 || path.first == "transactions" && path.count == 2, let name = path.first else {
            throw .notFound
        }
        if path.count == 2 {
            guard request.method == "PATCH" else { throw .methodNotAllowed }
            return AnchorReply(try update(path[1], request))
        }
        let known = ["info", "fee", "deposit", "withdraw", "deposit-exchange", "withdraw-exchange", "transaction"]
        guard known.contains(name) || name == "transactions" else { throw .notFound }
        guard request.method == "GET" else { throw .methodNotAllowed }
        switch name {
        case "info": return AnchorReply(TransferInfo.sep6)
        case "transactions": return AnchorReply(try transactions(request, .sep6))
        case "transaction": return AnchorReply(try transaction(request, .sep6))
        case "fee":
            _ = try transferSession(request)
            return AnchorReply(try fee(try request.query(), native: false))
        default:
            let direction: Transfer.Direction = name.hasPrefix("deposit") ? .deposit : .withdrawal
            return AnchorReply(try begin(request, direction, exchange: name.hasSuffix("-exchange")))
        }
    }

    private func begin(
        _ request: AnchorRequest, _ direction: Transfer.Direction, exchange: Bool
    ) throws(AnchorProblem) -> JSON {
        let session = try transferSession(request)
        let query = try request.query()
        let plan = try plan(query, session, direction, exchange: exchange)
        try checkCustomer(plan.customer, direction == .deposit ? .deposit : .withdrawal)
        let known = plan.amount ?? (direction == .deposit ? Self.usualAmount : nil)
        var terms: Terms?
        if let known { terms = try plan.terms(known, srt: srt) }
        let transfer = try add(plan, terms: terms) { transfer in
            transfer.awaitMoney(at: now, until: plan.quote?.expiry)
        }
        return started(transfer, request, exchange: exchange)
    }

    private func plan(
        _ query: Fields, _ session: Session, _ direction: Transfer.Direction, exchange: Bool
    ) throws(AnchorProblem) -> TransferPlan {
        let isDeposit = direction == .deposit
        let asset: Asset
        var exchanged: AnchorAsset?
        if exchange {
            asset = try exchangedAsset(query, isDeposit ? "destination_asset" : "source_asset")
            let other = isDeposit ? "source_asset" : "destination_asset"
            guard try query.required(other) == AnchorAsset.dollarsName else {
                throw AnchorProblem("'\(other)' must be \(AnchorAsset.dollarsName).")
            }
            exchanged = .dollars
        } else {
            asset = try ledgerAsset(query, "asset_code", native: false)
        }
        let amount = exchange || query["amount"] != nil ? try query.required("amount") : nil
        return TransferPlan(
            session: session, customer: try customerKey(query, session), origin: .sep6, direction: direction,
            asset: asset, exchanged: exchanged, method: try method(query, isRequired: !isDeposit),
            quote: try quote(query, session, sells: isDeposit ? .dollars : srt, amount: amount),
            amount: try amount.map { text throws(AnchorProblem) in try Self.amount(text, field: "amount") },
            account: try account(query, session, isRequired: isDeposit), depositMemo: try query.memo("memo"),
            refundMemo: try query.memo("refund_memo"), takesClaimable: try query.flag("claimable_balance_supported"),
            destination: try Self.short(query, "dest"))
    }

    private func exchangedAsset(_ query: Fields, _ name: String) throws(AnchorProblem) -> Asset {
        let text = try query.required(name)
        // SEP-6 names an asset on the ledger by its code; the format of SEP-38 is accepted too.
        guard text == PracticeAccounts.code || text == srt.name else {
            throw AnchorProblem("'\(name)' must be \(PracticeAccounts.code).")
        }
        return accounts.srt
    }

    private func method(_ query: Fields, isRequired: Bool) throws(AnchorProblem) -> DeliveryMethod {
        let field = query["funding_method"] != nil ? "funding_method" : "type"
        if isRequired { _ = try query.required(field) }
        return try DeliveryMethod(query[field], field: field)
    }

    func customerKey(_ fields: Fields, _ session: Session) throws(AnchorProblem) -> String {
        guard let id = fields["customer_id"] else { return session.subject }
        return try customerKey(ofID: id, session)
    }

    /// A text from the client that is stored, at most 200 bytes long.
    static func short(_ fields: Fields, _ name: String) throws(AnchorProblem) -> String? {
        guard let text = fields[name] else { return nil }
        guard text.utf8.count <= 200 else { throw AnchorProblem("'\(name)' is too long.") }
        return text
    }

    func account(_ fields: Fields, _ session: Session, isRequired: Bool) throws(AnchorProblem) -> MuxedAccount {
        if isRequired { _ = try fields.required("account") }
        guard let text = fields["account"] else {
            guard let account = session.account else {
                throw AnchorProblem("'account' is missing: the anchor does not pay contracts.")
            }
            return account
        }
        guard let account = try? MuxedAccount(address: text) else {
            throw AnchorProblem("'account' must be an address G... or M....")
        }
        return account
    }

    /// The quote for a transfer: it must be the client's own, unused, valid, and for the transfer's assets and amount.
    func quote(
        _ fields: Fields, _ session: Session, sells: AnchorAsset, amount: String?
    ) throws(AnchorProblem) -> Quote? {
        guard let id = fields["quote_id"] else { return nil }
        guard let quote = quotes[id], quote.owner == session.subject else {
            throw AnchorProblem("'quote_id' is of no quote of yours.")
        }
        guard now < quote.expiry else { throw AnchorProblem("The quote has expired.") }
        guard quote.transfer == nil else { throw AnchorProblem("The quote is used already.") }
        guard quote.terms.assetIn == sells else { throw AnchorProblem("The quote is for the other direction.") }
        if let amount, try Self.amount(amount, field: "amount") != quote.terms.amountIn {
            throw AnchorProblem("'amount' must be the quote's sell_amount.")
        }
        return quote
    }

    /// - Throws: the SEP-6 error for customers whose data is missing or not accepted.
    private func checkCustomer(_ key: String, _ type: CustomerType) throws(AnchorProblem) {
        let customer = customers[key]
        switch customer?.verdict(type, at: now) {
        case .accepted?: return
        case .needsInfo?, nil:
            let fields = customer?.wanted(type, at: now) ?? type.required
            throw AnchorProblem(
                403,
                body: [
                    "type": "non_interactive_customer_info_needed", "fields": .array(fields.map { .string($0) }),
                ])
        case .processing?:
            throw AnchorProblem(
                403, body: ["type": "customer_info_status", "status": "pending", "eta": .integer(Self.step)])
        case .rejected?: throw AnchorProblem(403, body: ["type": "customer_info_status", "status": "denied"])
        }
    }

    /// Stores a new transfer, and marks its quote as used.
    func add(
        _ plan: TransferPlan, terms: Terms?, _ change: (inout Transfer) -> Void
    ) throws(AnchorProblem) -> Transfer {
        var memo: UInt64 = 0
        // Below 2^53, so that clients that parse numbers as doubles lose no digits.
        for byte in randomness.bytes(6) { memo = memo << 8 | UInt64(byte) }
        var transfer = plan.transfer(
            id: randomness.identifier(), pageKey: randomness.identifier(), memo: memo, at: now)
        transfer.terms = terms
        transfer.awkward = terms.flatMap { SimulatedFault($0.amountIn) }
        change(&transfer)
        try transfers.add(transfer, most: Self.most)
        if let quote = plan.quote { quotes[quote.id]?.transfer = transfer.id }
        return transfer
    }

    private func started(_ transfer: Transfer, _ request: AnchorRequest, exchange: Bool) -> JSON {
        let view = view(transfer, request)
        var out = JSONObject([("id", .string(transfer.id)), ("eta", .integer(4 * Self.step))])
        if transfer.isDeposit {
            out["how"] = "Pay nothing: the practice bank receives the money automatically."
            out["instructions"] = view.instructions
        } else if let (kind, value) = TransferView.memo(transfer.memo) {
            out["account_id"] = .string(accounts.distribution.id.address)
            out["memo_type"] = .string(kind)
            out["memo"] = .string(value)
        }
        out["min_amount"] = .number(Terms.least.text)
        out["max_amount"] = .number(Terms.most.text)
        if !exchange {
            out["fee_fixed"] = .number(Fee.fixed.text)
            out["fee_percent"] = .integer(Fee.percent)
        }
        out["extra_info"] = ["message": "A practice anchor: nothing here is worth anything."]
        return .object(out)
    }

    /// `PATCH /transactions/ID`: the response to `pending_transaction_info_update`.
    private func update(_ id: String, _ request: AnchorRequest) throws(AnchorProblem) -> JSON {
        let session = try transferSession(request)
        guard var transfer = transfers[id], transfer.owner == session.subject, transfer.origin == .sep6 else {
            throw AnchorProblem(404, "transaction not found")
        }
        guard transfer.status == .pendingTransactionInfoUpdate else {
            throw AnchorProblem("The transaction needs no information.")
        }
        let fields = try request.fields()
        let name = "transaction.\(transfer.wantedField)"
        _ = try fields.required(name)
        let value = try Self.short(fields, name)
        if !transfer.isDeposit { transfer.destination = value }
        transfer.resume(at: now)
        transfers[id] = transfer
        return ["transaction": view(transfer, request).json]
    }
}
