// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR

/// The effects of an operation as Horizon shows them: what it did to balances, trustlines, data entries and sequence
/// numbers. Changes of signers, thresholds, flags and home domains are left out.
///
/// - Source: stellar-horizon `ingest/processors/effects_processor.go`.
struct EffectView {
    private let operation: OperationView
    private let record: TransactionRecord
    private let index: Int
    private let links: Links

    init(record: TransactionRecord, index: Int, links: Links) {
        (self.record, self.index, self.links) = (record, index, links)
        operation = OperationView(record: record, index: index, links: links)
    }

    private struct Effect {
        let account: MuxedAccount
        let type: String
        let number: Int
        let fields: JSONObject
    }

    /// The entries of a list. A failed transaction has none.
    ///
    /// - Parameter account: nil for all.
    func entries(of account: AccountID?) -> [Page.Entry] {
        guard record.isSuccessful else { return [] }
        return effects.enumerated().compactMap { place, effect in
            guard account == nil || effect.account.account == account else { return nil }
            let (id, token) = (operation.token, "\(operation.token)-\(place + 1)")
            let (operation, order) = (Self.padded(id, 19), Self.padded(UInt64(place + 1), 10))
            var out = JSONObject([
                (
                    "_links",
                    [
                        "operation": links.to("/operations/\(id)"),
                        "succeeds": links.to("/effects?order=desc&cursor=\(token)"),
                        "precedes": links.to("/effects?order=asc&cursor=\(token)"),
                    ]
                ), ("id", .string("\(operation)-\(order)")), ("paging_token", .string(token)),
            ])
            out.set("account", effect.account)
            out["type"] = .string(effect.type)
            out["type_i"] = .integer(effect.number)
            out["created_at"] = .time(record.time)
            out.merge(effect.fields)
            return Page.Entry(token: token, json: .object(out))
        }
    }

    private static func padded(_ number: UInt64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private var transaction: Transaction { record.envelope.innermost }
    private var body: OperationBody { transaction.operations[index].body }
    private var source: MuxedAccount { transaction.source(of: transaction.operations[index]) }
    private var result: OperationResult? {
        record.operationResults.indices.contains(index) ? record.operationResults[index] : nil
    }

    private var effects: [Effect] {
        switch body {
        case .createAccount(let op):
            let created = MuxedAccount(op.destination)
            return [
                effect(created, "account_created", 0, [("starting_balance", .amount(op.startingBalance))]),
                moved(source, .native, -op.startingBalance),
                effect(
                    created, "signer_created", 10,
                    [("weight", 1), ("public_key", .string(op.destination.address)), ("key", "")]),
            ]
        case .accountMerge(let destination):
            let amount = result?.merged ?? 0
            return [
                moved(source, .native, -amount), moved(destination, .native, amount),
                effect(source, "account_removed", 1, []),
            ]
        case .payment(let op):
            return [moved(op.destination, op.asset, op.amount), moved(source, op.asset, -op.amount)]
        case .pathPaymentStrictReceive(let op):
            return [
                moved(op.destination, op.destAsset, result?.delivered ?? op.destAmount),
                moved(source, op.sendAsset, -(result?.sent ?? op.sendMax)),
            ] + trades
        case .pathPaymentStrictSend(let op):
            return [
                moved(op.destination, op.destAsset, result?.delivered ?? op.destMin),
                moved(source, op.sendAsset, -op.sendAmount),
            ] + trades
        case .createClaimableBalance(let op): return created(op)
        case .claimClaimableBalance(let op):
            return removed(op.balanceID, "claimable_balance_claimed", 52) { asset, amount in
                moved(source, asset, amount)
            }
        case .clawbackClaimableBalance(let op):
            return removed(op.balanceID, "claimable_balance_clawed_back", 80) { asset, amount in
                moved(source, asset, amount)
            }
        case .clawback(let op): return [moved(source, op.asset, op.amount), moved(op.from, op.asset, -op.amount)]
        case .changeTrust(let op): return changed(op)
        case .allowTrust(let op):
            return [authorized(op.trustor, Asset(op.asset, issuer: source.account))]
        case .setTrustLineFlags(let op): return [authorized(op.trustor, op.asset)]
        case .manageData(let op):
            let name = JSON.string(String(decoding: op.dataName.bytes, as: UTF8.self))
            let verb = change { if case .data = $0 { true } else { false } }
            let value = op.dataValue.map { [("value", JSON.base64($0.bytes))] } ?? []
            return verb.map { [effect(source, "data_" + $0.name, 40 + $0.rawValue, [("name", name)] + value)] } ?? []
        case .bumpSequence(let op):
            guard !changes.isEmpty else { return [] }
            return [effect(source, "sequence_bumped", 43, [("new_seq", .long(op.bumpTo))])]
        case .invokeHostFunction:
            return AssetBalanceChange.all(of: record, operation: index).flatMap { change in
                [(change.from, -change.amount), (change.to, change.amount)].compactMap { holder, amount in
                    guard case .account(let account)? = holder else { return nil }
                    return moved(MuxedAccount(account), change.asset, amount)
                }
            }
        default: return []
        }
    }

    // MARK: balances

    private func effect(
        _ account: MuxedAccount, _ type: String, _ number: Int, _ fields: [(String, JSON)]
    ) -> Effect {
        Effect(account: account, type: type, number: number, fields: JSONObject(fields))
    }

    /// - Parameter amount: below zero for what the account gave.
    private func moved(_ account: MuxedAccount, _ asset: Asset, _ amount: Int64) -> Effect {
        var fields = JSONObject()
        fields.set(asset)
        fields["amount"] = .amount(abs(amount))
        return Effect(
            account: account, type: amount < 0 ? "account_debited" : "account_credited", number: amount < 0 ? 3 : 2,
            fields: fields)
    }

    /// The hops of a path payment. The market on the other side has no balance that they change.
    private var trades: [Effect] {
        (result?.claims ?? []).map { claim in
            var fields = JSONObject()
            if let maker = claim.maker { fields["seller"] = .string(maker.address) }
            fields["offer_id"] = "1"
            fields["sold_amount"] = .amount(claim.taken.amount)
            fields.set(claim.taken.asset, prefix: "sold_")
            fields["bought_amount"] = .amount(claim.given.amount)
            fields.set(claim.given.asset, prefix: "bought_")
            return Effect(account: source, type: "trade", number: 33, fields: fields)
        }
    }

    private func created(_ op: CreateClaimableBalanceOp) -> [Effect] {
        guard let id = result?.createdBalance else { return [] }
        let fields: [(String, JSON)] = [
            ("asset", .string(op.asset.text)), ("balance_id", .string(ClaimableBalanceView.id(id))),
            ("amount", .amount(op.amount)),
        ]
        let claimants = op.claimants.map { claimant in
            switch claimant {
            case .v0(let claimant):
                effect(
                    MuxedAccount(claimant.destination), "claimable_balance_claimant_created", 51,
                    fields + [("predicate", ClaimableBalanceView.claimant(claimant)["predicate"] ?? .null)])
            }
        }
        return [effect(source, "claimable_balance_created", 50, fields)] + claimants
            + [moved(source, op.asset, -op.amount)]
    }

    private func removed(
        _ id: ClaimableBalanceID, _ type: String, _ number: Int, then: (Asset, Int64) -> Effect
    ) -> [Effect] {
        let entries = changes.compactMap { change -> ClaimableBalanceEntry? in
            guard case .state(let entry) = change, case .claimableBalance(let balance) = entry.data else { return nil }
            return balance.balanceID == id ? balance : nil
        }
        guard let entry = entries.first else { return [] }
        let fields: [(String, JSON)] = [
            ("asset", .string(entry.asset.text)), ("balance_id", .string(ClaimableBalanceView.id(id))),
            ("amount", .amount(entry.amount)),
        ]
        return [effect(source, type, number, fields), then(entry.asset, entry.amount)]
    }

    // MARK: entries

    private var changes: LedgerEntryChanges {
        guard case .v4(let meta) = record.meta, index < meta.operations.count else { return [] }
        return meta.operations[index].changes
    }

    private enum Verb: Int {
        case created, removed, updated
        var name: String { "\(self)" }
    }

    /// What became of the first entry of a kind that the operation touched.
    private func change(of isMeant: (LedgerEntryData) -> Bool) -> Verb? {
        var existed = false
        for change in changes {
            switch change {
            case .state(let entry) where isMeant(entry.data): existed = true
            case .created(let entry) where isMeant(entry.data): return .created
            case .updated(let entry) where isMeant(entry.data): return .updated
            case .removed where existed: return .removed
            default: break
            }
        }
        return nil
    }

    private func changed(_ op: ChangeTrustOp) -> [Effect] {
        guard let asset = op.line.asset, let verb = change(of: { if case .trustline = $0 { true } else { false } })
        else { return [] }
        var fields = JSONObject()
        fields.set(asset)
        fields["limit"] = .amount(op.limit)
        return [
            Effect(account: source, type: "trustline_" + verb.name, number: 20 + verb.rawValue, fields: fields)
        ]
    }

    private func authorized(_ trustor: AccountID, _ asset: Asset) -> Effect {
        var fields = JSONObject()
        fields.set(asset)
        fields["trustor"] = .string(trustor.address)
        return Effect(account: source, type: "trustline_flags_updated", number: 26, fields: fields)
    }
}

/// The trades of a path payment as Horizon lists them: the market is the base, and the account that paid the counter.
struct TradeView {
    let record: TransactionRecord
    let index: Int
    let links: Links

    /// - Parameter account: nil for all.
    func entries(of account: AccountID?) -> [Page.Entry] {
        let transaction = record.envelope.innermost
        guard record.isSuccessful, record.operationResults.indices.contains(index) else { return [] }
        let source = transaction.source(of: transaction.operations[index]).account
        let operation = OperationView(record: record, index: index, links: links).token
        return record.operationResults[index].claims.enumerated().compactMap { place, claim in
            guard let maker = claim.maker, account == nil || account == source || account == maker else { return nil }
            let token = "\(operation)-\(place)"
            var out = JSONObject([
                (
                    "_links",
                    [
                        "self": ["href": ""], "base": links.to("/accounts/\(maker.address)"),
                        "counter": links.to("/accounts/\(source.address)"),
                        "operation": links.to("/operations/\(operation)"),
                    ]
                ), ("id", .string(token)), ("paging_token", .string(token)),
                ("ledger_close_time", .time(record.time)), ("trade_type", "orderbook"), ("base_offer_id", "1"),
                ("base_account", .string(maker.address)), ("base_amount", .amount(claim.given.amount)),
            ])
            out.set(claim.given.asset, prefix: "base_")
            // Horizon's number for a taker without an offer is made from the operation's.
            out["counter_offer_id"] = .long(operation | 1 << 62)
            out["counter_account"] = .string(source.address)
            out["counter_amount"] = .amount(claim.taken.amount)
            out.set(claim.taken.asset, prefix: "counter_")
            out["base_is_seller"] = true
            let divisor = Self.divisor(claim.taken.amount, claim.given.amount)
            out["price"] = [
                "n": .long(claim.taken.amount / divisor), "d": .long(claim.given.amount / divisor),
            ]
            return Page.Entry(token: token, json: .object(out))
        }
    }

    private static func divisor(_ one: Int64, _ other: Int64) -> Int64 {
        other == 0 ? max(one, 1) : divisor(other, one % other)
    }
}
