// SPDX-License-Identifier: Apache-2.0

package import Anchor
import TextCodec

extension Transfer {
    /// The transfer's details for people; text from the anchor is not escaped.
    package var facts: [(name: String, value: String?)] {
        let kind = knownKind
        var facts: [(name: String, value: String?)] = [
            ("id", id), ("kind", text("kind")), ("status", status.rawValue),
            ("meaning", meaning), ("message", text("message")),
            ("wants", requiredFields.isEmpty ? nil : requiredFields.joined(separator: ", ")),
            ("wants", text("required_info_message") ?? text("required_customer_info_message")),
            ("comes in", sum("amount_in")), ("goes out", sum("amount_out")), ("fee", fee),
            ("by when", text("user_action_required_by")),
        ]
        if status == .pendingUserTransferStart, kind == .withdrawal {
            facts += [
                ("pay to", text("withdraw_anchor_account")),
                (
                    "memo",
                    text("withdraw_memo").map { memo in
                        text("withdraw_memo_type").map { "\($0):\(memo)" }
                            ?? "\(memo), of a type that the anchor does not say"
                    }
                ),
            ]
        }
        for member in document["instructions"]?.asObject?.members ?? [] {
            facts.append((member.key, member.value["value"]?.asString))
        }
        facts += [
            ("memo", kind == .deposit ? text("deposit_memo") : nil), ("balance", text("claimable_balance_id")),
            ("refunded", DecimalText(document["refunds"]?["amount_refunded"])?.text),
            ("begun", text("started_at")), ("ended", text("completed_at")),
            ("transaction", text("stellar_transaction_id")),
            ("outside", text("external_transaction_id")), ("page", text("more_info_url")),
        ]
        return facts
    }

    /// The transfer as a row of a list; text from the anchor is not escaped.
    package var row: [String] {
        [
            text("started_at") ?? "", text("kind") ?? "", amount("amount_in")?.text ?? "",
            amount("amount_out")?.text ?? "", status.rawValue, id,
        ]
    }

    private var fee: String? {
        if let total = document["fee_details"]?["total"], let amount = DecimalText(total) {
            return amount.text + (document["fee_details"]?["asset"]?.asString.map { " \($0)" } ?? "")
        }
        return sum("amount_fee")
    }

    private func sum(_ key: String) -> String? {
        amount(key).map { amount in amount.text + (text(key + "_asset").map { " \($0)" } ?? "") }
    }
}

extension ListedTransfer {
    /// The transfer as a row of a list, or why it cannot be read; text from the anchor is not escaped.
    package var row: [String] {
        switch self {
        case .read(let transfer): transfer.row
        case .unread(let document, let error):
            [
                document["started_at"]?.asString ?? "", document["kind"]?.asString ?? "", "", "",
                "cannot be read: \(error.message)", document["id"]?.asString ?? "",
            ]
        }
    }
}
