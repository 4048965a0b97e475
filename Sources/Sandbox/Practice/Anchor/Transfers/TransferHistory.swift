// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// What SEP-6 and SEP-24 have in common: fees, and the history of transfers.
extension PracticeAnchor {
    static let kinds = ["deposit", "deposit-exchange", "withdrawal", "withdrawal-exchange"]

    func transferSession(_ request: AnchorRequest) throws(AnchorProblem) -> Session {
        try session(request) { reason in
            AnchorProblem(403, body: ["type": "authentication_required", "error": .string(reason)])
        }
    }

    func view(_ transfer: Transfer, _ request: AnchorRequest) -> TransferView {
        TransferView(transfer: transfer, accounts: accounts, site: request.site, now: now)
    }

    func fee(_ query: Fields, native: Bool) throws(AnchorProblem) -> JSON {
        guard ["deposit", "withdraw"].contains(try query.required("operation")) else {
            throw AnchorProblem("'operation' must be deposit or withdraw.")
        }
        _ = try ledgerAsset(query, "asset_code", native: native)
        _ = try DeliveryMethod(query["type"], field: "type")
        let amount = try Self.amount(try query.required("amount"), field: "amount")
        guard amount <= Terms.most else { throw AnchorProblem("'amount' must be at most \(Terms.most.text).") }
        return ["fee": .number(Fee.plain(amount).text)]
    }

    /// The asset with this code: SRT or, where SEP-24 allows it, the native asset.
    func ledgerAsset(_ fields: Fields, _ name: String, native: Bool) throws(AnchorProblem) -> Asset {
        switch try fields.required(name) {
        case PracticeAccounts.code:
            guard [nil, accounts.issuer.id.address].contains(fields["asset_issuer"]) else {
                throw AnchorProblem("'asset_issuer' is not this anchor's.")
            }
            return accounts.srt
        case "native" where native:
            guard fields["asset_issuer"] == nil else { throw AnchorProblem("'native' has no 'asset_issuer'.") }
            return .native
        default: throw AnchorProblem("This anchor doesn't support the given currency code: see /info.")
        }
    }

    func transactions(_ request: AnchorRequest, _ origin: Transfer.Origin) throws(AnchorProblem) -> JSON {
        let session = try transferSession(request)
        let query = try request.query()
        let asset = try ledgerAsset(query, "asset_code", native: origin == .sep24)
        if let account = query["account"], account != session.address {
            throw AnchorProblem("'account' is not that of the token.")
        }
        let kinds = query.all("kind").flatMap { $0.split(separator: ",").map(String.init) }
        guard kinds.allSatisfy(Self.kinds.contains) else {
            throw AnchorProblem("'kind' must be one of \(Self.kinds.joined(separator: ", ")).")
        }
        guard let limit = query["limit"].map({ Int($0) }) ?? 100, limit > 0 else {
            throw AnchorProblem("'limit' must be a number above zero.")
        }
        var start: UInt64 = 0
        if let text = query["no_older_than"] {
            guard let time = Timestamp(text) else { throw AnchorProblem("'no_older_than' must be a time in UTC.") }
            start = time.seconds
        }
        var found = transfers.all.reversed().filter { $0.owner == session.subject && $0.origin == origin }[...]
        if let id = query["paging_id"] {
            guard let place = found.firstIndex(where: { $0.id == id }) else {
                throw AnchorProblem("'paging_id' is of no transaction of yours.")
            }
            found = found[(place + 1)...]
        }
        let lines = found.filter { $0.asset == asset && $0.started >= start }.map { view($0, request).json }
            .filter { line in kinds.isEmpty || kinds.contains(line["kind"]?.asString ?? "") }
        return ["transactions": .array(Array(lines.prefix(limit)))]
    }

    func transaction(_ request: AnchorRequest, _ origin: Transfer.Origin) throws(AnchorProblem) -> JSON {
        let session = try transferSession(request)
        let query = try request.query()
        let wanted = (query["id"], query["stellar_transaction_id"], query["external_transaction_id"])
        let matches: (Transfer) -> Bool
        switch wanted {
        case (let id?, nil, nil): matches = { $0.id == id }
        case (nil, let hash?, nil): matches = { $0.stellarHash?.hex == hash }
        case (nil, nil, let id?): matches = { $0.externalID == id }
        default:
            throw AnchorProblem("Give one of 'id', 'stellar_transaction_id' and 'external_transaction_id'.")
        }
        let found = transfers.all.first { $0.owner == session.subject && $0.origin == origin && matches($0) }
        guard let found else { throw AnchorProblem(404, "transaction not found") }
        return ["transaction": view(found, request).json]
    }
}
