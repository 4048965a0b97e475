// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
import Codec
import HTTP
import Stellar

extension Transfer {
    /// The transfer's details for people; text from the anchor is not escaped.
    package var facts: [AnchorFact] {
        let kind = knownKind
        var facts = [AnchorFact]([
            .id: id, .kind: text("kind"), .status: status.rawValue, .meaning: meaning, .message: text("message"),
            .wants: requiredFields.isEmpty ? nil : requiredFields.joined(separator: ", "),
            .wants: text("required_info_message") ?? text("required_customer_info_message"),
            .comesIn: sum("amount_in"), .goesOut: sum("amount_out"), .fee: fee,
            .byWhen: text("user_action_required_by"),
        ])
        if status == .pendingUserTransferStart, kind == .withdrawal {
            facts += [AnchorFact]([
                .payTo: text("withdraw_anchor_account"),
                .memo: text("withdraw_memo").map { AnchorFact.memo($0, ofType: text("withdraw_memo_type")) },
            ])
        }
        for member in document["instructions"]?.asObject?.members ?? [] {
            if let value = member.value["value"]?.asString { facts.append(AnchorFact(.given(member.key), value)) }
        }
        return facts
            + [AnchorFact]([
                .memo: kind == .deposit ? text("deposit_memo") : nil, .balance: text("claimable_balance_id"),
                .refunded: DecimalText(document["refunds"]?["amount_refunded"])?.text,
                .begun: text("started_at"), .ended: text("completed_at"),
                .transaction: text("stellar_transaction_id"), .outside: text("external_transaction_id"),
                .page: text("more_info_url"),
            ])
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

extension StartedTransfer {
    /// What the anchor says about a transfer that has just begun, for people; text from the anchor is not escaped.
    ///
    /// - Parameter domain: the anchor's.
    func facts(_ kind: TransferKind, at domain: String, by spoken: TransferProtocol) -> [AnchorFact] {
        var facts = [AnchorFact]([
            AnchorFact.Topic(kind): "at \(domain) (\(spoken.rawValue))", .id: id, .open: page?.text,
            .how: instructions.isEmpty ? text("how") : nil,
        ])
        for instruction in instructions {
            facts.append(AnchorFact(.given(instruction.name), instruction.value, about: instruction.about))
        }
        if kind == .withdrawal {
            facts += [AnchorFact]([
                .payTo: text("account_id"), .memo: text("memo").map { AnchorFact.memo($0, ofType: text("memo_type")) },
            ])
        }
        return facts
            + [AnchorFact]([
                .least: text("min_amount"), .most: text("max_amount"), .fee: text("fee_fixed"),
                .feePercent: text("fee_percent"), .seconds: text("eta"),
                .note: document["extra_info"]?["message"]?.asString,
            ])
    }

    private func text(_ key: String) -> String? {
        switch document[key] {
        case .string(let text)? where !text.isEmpty: text
        case .number(let literal)?: literal
        default: nil
        }
    }
}

extension Quote {
    /// The fee as text.
    package var feeText: String { fee.map { "\($0.total.text) \($0.asset)" } ?? "none beside the price" }

    /// The quote for people; text from the anchor is not escaped.
    ///
    /// - Parameters:
    ///   - sell: the asset that is given, in the form of SEP-38.
    ///   - buy: the asset that is had.
    ///   - hasTotal: whether the price with the fee is among the facts.
    package func facts(sell: String, buy: String, hasTotal: Bool = true) -> [AnchorFact] {
        [AnchorFact]([
            .quote: id, .until: expiry?.utc, .gives: "\(sellAmount.text) \(sell)", .gets: "\(buyAmount.text) \(buy)",
            .price: price.text, .withFee: hasTotal ? totalPrice.text : nil, .fee: feeText,
        ])
            + feeDetails.map { AnchorFact(.given($0.name), $0.amount, about: $0.about, isPart: true) }
    }
}

extension AnchorFact {
    /// - Parameter about: what the anchor says about the value; empty for nothing.
    fileprivate init(_ name: Name, _ value: String, about: String, isPart: Bool = false) {
        self.init(name, value + (about.isEmpty ? "" : " (\(about))"), isPart: isPart)
    }

    fileprivate static func memo(_ memo: String, ofType type: String?) -> String {
        type.map { "\($0):\(memo)" } ?? "\(memo), of a type that the anchor does not say"
    }
}

extension TransferInfo.Offer {
    /// The limits of the amount as text; nil when the anchor states none.
    package var limitsText: String? {
        switch (minimum?.text, maximum?.text) {
        case (nil, nil): nil
        case (let least?, nil): "from \(least)"
        case (nil, let most?): "up to \(most)"
        case (let least?, let most?): "\(least) to \(most)"
        }
    }

    /// The fee as text; nil when the anchor states none.
    package var feeText: String? {
        let parts = [fixedFee.map(\.text), feePercent.map { "\($0.text) %" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }
}
