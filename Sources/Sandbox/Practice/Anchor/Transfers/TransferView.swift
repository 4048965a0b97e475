// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// A transfer as `/transaction` and its page show it.
struct TransferView {
    let transfer: Transfer
    let accounts: PracticeAccounts
    let site: AnchorSite
    let now: UInt64

    var pageURL: String { "\(site.url)/sep24/page/\(transfer.id)?key=\(transfer.pageKey)" }

    var json: JSON {
        var out = JSONObject([
            ("id", .string(transfer.id)), ("kind", .string(kind)), ("status", .string(transfer.status.rawValue)),
            ("more_info_url", .string(pageURL)),
        ])
        out["status_eta"] = transfer.due.map { .integer($0 > now ? $0 - now : 0) }
        setAmounts(&out)
        out["quote_id"] = transfer.quote.map { .string($0) }
        out["started_at"] = Self.time(transfer.started)
        out["updated_at"] = Self.time(transfer.since)
        out["completed_at"] = transfer.completed.map(Self.time)
        out["user_action_required_by"] = transfer.deadline.map(Self.time)
        out["stellar_transaction_id"] = transfer.stellarHash.map { .string($0.hex) }
        out["external_transaction_id"] = transfer.externalID.map { .string($0) }
        out["message"] = transfer.message.map { .string($0) }
        setRefunds(&out)
        if transfer.isDeposit { setDeposit(&out) } else { setWithdrawal(&out) }
        setRequests(&out)
        return .object(out)
    }

    /// The transfer's kind; SEP-24 has no kinds for exchanges.
    private var kind: String {
        let plain = transfer.isDeposit ? "deposit" : "withdrawal"
        return transfer.isExchange && transfer.origin == .sep6 ? plain + "-exchange" : plain
    }

    private static func time(_ seconds: UInt64) -> JSON { .string(Timestamp(seconds).rfc3339) }

    private func setAmounts(_ out: inout JSONObject) {
        out["amount_in"] = transfer.amountIn.map { .string($0.text) }
        guard let terms = transfer.terms else { return }
        let isRefunded = transfer.refund != nil
        out["amount_in_asset"] = terms.assetIn.name.map { .string($0) }
        out["amount_out"] = .string(isRefunded ? "0" : terms.amountOut.text)
        out["amount_out_asset"] = terms.assetOut.name.map { .string($0) }
        let fee = isRefunded ? nil : terms.fee
        out["amount_fee"] = .string(fee?.total.text ?? "0")
        out["amount_fee_asset"] = .string(terms.fee.asset)
        out["fee_details"] = fee?.json(parts: "breakdown") ?? ["total": "0", "asset": .string(terms.fee.asset)]
    }

    private func setRefunds(_ out: inout JSONObject) {
        guard let id = transfer.refund, let amount = transfer.amountIn else { return }
        let payment: JSON = [
            "id": .string(id), "id_type": transfer.isDeposit ? "external" : "stellar", "amount": .string(amount.text),
            "fee": "0",
        ]
        out["refunded"] = true
        out["refunds"] = ["amount_refunded": .string(amount.text), "amount_fee": "0", "payments": [payment]]
    }

    private func setDeposit(_ out: inout JSONObject) {
        out["to"] = .string(transfer.account.address)
        out["from"] = transfer.externalID.map { _ in "practice bank" }
        if let (kind, value) = Self.memo(transfer.depositMemo) {
            out["deposit_memo"] = .string(value)
            out["deposit_memo_type"] = .string(kind)
        }
        out["claimable_balance_id"] = transfer.balance.map { .string(Hex.encode($0.xdr)) }
        if transfer.origin == .sep6 { out["instructions"] = instructions }
    }

    private func setWithdrawal(_ out: inout JSONObject) {
        out["from"] = .string((transfer.receipt?.payer ?? transfer.account).address)
        out["to"] = transfer.destination.map { .string($0) }
        guard transfer.status != .incomplete else { return }
        out["withdraw_anchor_account"] = .string(accounts.distribution.id.address)
        guard let (kind, value) = Self.memo(transfer.memo) else { return }
        out["withdraw_memo"] = .string(value)
        out["withdraw_memo_type"] = .string(kind)
        if let (kind, value) = transfer.refundMemo.flatMap(Self.memo) {
            out["refund_memo"] = .string(value)
            out["refund_memo_type"] = .string(kind)
        }
    }

    private func setRequests(_ out: inout JSONObject) {
        switch transfer.status {
        case .pendingCustomerInfoUpdate:
            out["required_customer_info_message"] = transfer.message.map { .string($0) }
            out["required_customer_info_updates"] = [.string(CustomerField.taxID)]
        case .pendingTransactionInfoUpdate:
            out["required_info_message"] = transfer.message.map { .string($0) }
            out["required_info_updates"] = [
                "transaction": .object(
                    JSONObject([(transfer.wantedField, ["description": "Any text will do", "optional": false])]))
            ]
        default: break
        }
    }

    /// A memo in the format of the SEPs, with its type; hashes are in base64.
    static func memo(_ memo: Memo) -> (kind: String, value: String)? {
        switch memo {
        case .none: nil
        case .text(let text): (memo.kind, String(decoding: text.bytes, as: UTF8.self))
        case .id(let id): (memo.kind, String(id))
        case .hash(let hash), .return(let hash): (memo.kind, Base64.encode(hash.bytes))
        }
    }

    /// Where to pay a deposit's money.
    var instructions: JSON {
        let bank: JSON = ["value": "000000", "description": "The practice bank's number"]
        let account: JSON = [
            "value": .string("practice-\(transfer.id.prefix(8))"),
            "description": "The account to pay into; it receives the money automatically",
        ]
        return ["organization.bank_number": bank, "organization.bank_account_number": account]
    }
}
