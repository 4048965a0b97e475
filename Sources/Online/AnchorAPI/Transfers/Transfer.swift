// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// A deposit or withdrawal as the anchor reports it.
///
/// - Source: SEP-6 and SEP-24 §Transaction history.
package struct Transfer: Sendable {
    package let id: String
    /// The kind; nil for one that no SEP defines. The document has the anchor's text.
    package let kind: TransferKind?
    package let status: TransferStatus
    /// The anchor's complete document.
    package let document: JSON
    private let domain: String

    /// The longest id and status accepted, in bytes.
    static let limit = 128

    init(_ document: JSON, of domain: String) throws(AnchorError) {
        guard let id = document["id"].flatMap(AnchorValue.id), (1...Self.limit).contains(id.utf8.count) else {
            throw .broken(
                domain: domain, reason: "one of its transactions \(AnchorValue.fault(of: "id", in: document))")
        }
        guard let status = document["status"]?.asString else {
            throw .broken(
                domain: domain, reason: "the transaction \(id) \(AnchorValue.fault(of: "status", in: document))")
        }
        guard status.utf8.count <= Self.limit else {
            throw .broken(
                domain: domain, reason: "the status of the transaction \(id) is longer than \(Self.limit) bytes")
        }
        try AmountFields.check(document, AmountFields.transfer, of: "the transaction \(id)", at: domain)
        self.id = id
        self.document = document
        self.domain = domain
        self.status = TransferStatus(rawValue: status)
        let kind = document["kind"]?.asString ?? ""
        self.kind = kind.hasPrefix("deposit") ? .deposit : kind.hasPrefix("withdrawal") ? .withdrawal : nil
    }

    /// A member as text, whether it is a string or a number.
    package func text(_ key: String) -> String? {
        switch document[key] {
        case .string(let text)? where !text.isEmpty: text
        case .number(let literal)?: literal
        default: nil
        }
    }

    /// The code of the transfer's asset on the network; nil when the anchor does not say.
    var assetCode: String? {
        ["amount_in_asset", "amount_out_asset"].lazy.compactMap { key -> String? in
            let parts = (self.text(key) ?? "").split(separator: ":")
            guard parts.count > 1, parts[0] == "stellar" else { return nil }
            return String(parts[1])
        }.first
    }

    /// An amount; nil when it is missing.
    package func amount(_ key: String) -> DecimalText? { DecimalText(document[key]) }

    /// The customer fields that the anchor requests again.
    package var requiredFields: [String] {
        // Some servers write null for a list that is not used.
        let updates = ["required_customer_info_updates", "required_info_updates"].lazy.compactMap { document[$0] }
        switch updates.first(where: { $0 != .null }) {
        case .array(let names)?: return names.compactMap(\.asString)
        case .object(let object)?:
            // Either the fields themselves, or an object that contains them.
            return object.members.flatMap { member -> [String] in
                guard let inner = member.value.asObject, inner["description"] == nil else { return [member.key] }
                return inner.keys
            }
        default: return []
        }
    }

    /// The payment that the anchor expects for a withdrawal.
    ///
    /// - Throws: `.broken` when the account is missing or the memo is invalid.
    package func withdrawalPayment() throws(AnchorError) -> WithdrawalPayment {
        guard let address = text("withdraw_anchor_account"), let account = try? MuxedAccount(address: address) else {
            throw .broken(domain: domain, reason: "the transaction \(id) names no account to pay to")
        }
        return WithdrawalPayment(
            destination: account, memo: try memo("withdraw_memo", type: "withdraw_memo_type"),
            amount: amount("amount_in"), asset: text("amount_in_asset"))
    }

    private func memo(_ key: String, type: String) throws(AnchorError) -> Memo {
        guard let value = text(key) else { return .none }
        // A guess would be wrong for most anchors: an id that is sent as text is not credited.
        guard let kind = text(type) else {
            throw .broken(
                domain: domain,
                reason:
                    "the transaction \(id) has a memo but no \(type), so whether it is text, id or hash cannot be told")
        }
        do {
            switch kind {
            case "text": return try Memo(argument: "text:" + value)
            case "id":
                guard let id = UInt64(value) else { break }
                return .id(id)
            case "hash":
                // In base64 by the SEP, unlike elsewhere; some servers write hexadecimal.
                let base64 = try? Base64.decode(value)
                let bytes = if let base64, base64.count == 32 { base64 } else { try Hex.decode(value) }
                guard let hash = Hash(bytes) else { break }
                return .hash(hash)
            default: break
            }
        } catch {
            throw unusable(memo: value, type: type)
        }
        throw unusable(memo: value, type: type)
    }

    private func unusable(memo value: String, type: String) -> AnchorError {
        .broken(domain: domain, reason: "the transaction \(id) has an unusable memo: \(text(type) ?? ""):\(value)")
    }
}

/// The payment for a withdrawal, as the anchor states it.
package struct WithdrawalPayment: Hashable, Sendable {
    package let destination: MuxedAccount
    package let memo: Memo
    /// The amount; nil when the anchor does not state it.
    package let amount: DecimalText?
    /// The asset in the form of SEP-38, `stellar:CODE:ISSUER`; nil when the anchor does not state it.
    package let asset: String?
}

extension Transfer {
    /// The start time as the anchor reports it; nil when it is missing or cannot be read.
    package var started: Timestamp? { document["started_at"].flatMap(AnchorValue.time) }

    /// When the anchor expects the user to have acted; nil when it does not say.
    ///
    /// - Source: SEP-6, SEP-24 `user_action_required_by`.
    package var actionDeadline: Timestamp? { document["user_action_required_by"].flatMap(AnchorValue.time) }

    /// The transfers sorted by start time, newest first; equal times, and those without a time (last), keep their
    /// order.
    package static func newestFirst(_ transfers: [ListedTransfer]) -> [ListedTransfer] {
        transfers.enumerated().sorted { a, b in
            let (left, right) = (a.element.transfer?.started?.seconds, b.element.transfer?.started?.seconds)
            switch (left, right) {
            case (let left?, let right?) where left != right: return left > right
            case (.some, nil): return true
            case (nil, .some): return false
            default: return a.offset < b.offset
            }
        }.map(\.element)
    }
}

extension TransferStatus {
    /// The meaning of the status; nil for one that no SEP defines.
    package func meaning(of kind: TransferKind) -> String? {
        switch (self, kind) {
        case (.incomplete, _): "the anchor still needs details: open its page and complete them"
        case (.pendingUserTransferStart, .deposit): "the anchor waits for your money: pay it as it says"
        case (.pendingUserTransferStart, .withdrawal):
            "the anchor waits for your payment"
        case (.pendingUserTransferComplete, .deposit): "the anchor has your money and is about to send the asset"
        case (.pendingUserTransferComplete, .withdrawal): "the money is ready: fetch it as the anchor says"
        case (.pendingExternal, _): "on its way outside the network, at a bank for example"
        case (.pendingAnchor, _): "the anchor is at work; nothing is needed"
        case (.onHold, _): "the anchor holds it back to check it; nothing is needed unless it asks"
        case (.pendingStellar, _): "sent on the network, and not yet in a ledger"
        case (.pendingTrust, _): "the account needs a trustline for the asset"
        case (.pendingUser, _): "you have to do something that the anchor names"
        case (.pendingCustomerInfoUpdate, _):
            "the anchor needs more about you"
        case (.pendingTransactionInfoUpdate, _): "the anchor needs corrected details of this transfer"
        case (.completed, _): "done"
        case (.refunded, _): "the anchor gave the money back"
        case (.expired, _): "it was never completed, and no longer counts: send nothing for it"
        case (.error, _): "it failed; the anchor's support knows more"
        case (.noMarket, _): "there was no exchange for the assets"
        case (.tooSmall, _): "the amount was below the least that the anchor takes"
        case (.tooLarge, _): "the amount was above the most that the anchor takes"
        default: nil
        }
    }
}

extension TransferProtocol {
    /// The stellar.toml field with the service's URL.
    var field: String {
        switch self {
        case .sep6: "TRANSFER_SERVER"
        case .sep24: "TRANSFER_SERVER_SEP0024"
        }
    }
}

extension TransferKind {
    /// The name of the endpoint and of its section in `/info`.
    var endpoint: String {
        switch self {
        case .deposit: "deposit"
        case .withdrawal: "withdraw"
        }
    }
}
