// SPDX-License-Identifier: Apache-2.0

package import Horizon
import Stellar
package import StellarXDR
package import TextCodec

/// One payment in the history of an account.
package struct PaymentLine {
    private let record: PaymentRecord
    private let account: AccountID
    private let names: [AccountID: String]

    package init(_ record: PaymentRecord, of account: AccountID, names: [AccountID: String]) {
        self.record = record
        self.account = account
        self.names = names
    }

    private var direction: PaymentRecord.Direction? { record.direction(for: account) }
    private var other: AccountID? { direction == .sent ? record.to : record.from }

    /// Whether the code alone identifies each of the two assets of an exchange.
    private var isCodeEnough: Bool {
        record.givenAsset == record.asset || record.givenAsset?.code != record.asset?.code
    }

    private func words(_ amount: Amount?, _ asset: Asset?) -> String? {
        guard let amount, let asset else { return nil }
        return "\(amount.text) \(isCodeEnough ? asset.code : asset.text)"
    }

    package var json: JSON {
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        return [
            "type": .string(record.type), "direction": optional(direction?.rawValue),
            "successful": .bool(record.isSuccessful), "asset": optional(record.asset?.text),
            "amount": optional(record.amount?.fixedText), "source_asset": optional(record.givenAsset?.text),
            "source_amount": optional(record.givenAmount?.fixedText), "counterparty": optional(other?.address),
            "contact": optional(other.flatMap { names[$0] }), "date": .string(record.createdAt.rfc3339),
            "hash": .string(record.transactionHash.hex),
        ]
    }

    /// Cells for a table: time, direction, amounts, counterparty, whether it failed.
    package var cells: [String] {
        let way =
            switch direction {
            case .received: "received"
            case .sent: "sent"
            case .own: "to itself"
            case nil: TerminalText.escape(record.type)
            }
        // The account's own side first, as in `lookup payments`.
        let given = words(record.givenAmount, record.givenAsset)
        let received = words(record.amount, record.asset)
        let isGiven = direction == .sent || direction == .own
        let own = isGiven ? given : received
        var amounts = own ?? ""
        if record.isExchanged, let other = isGiven ? received : given {
            amounts += isGiven ? ", received as \(other)" : ", sent as \(other)"
        }
        let name = other.flatMap { names[$0] }.map { $0 + " " } ?? ""
        return [
            record.createdAt.utc, way, amounts, direction == .sent ? "to" : "from", name + (other?.address ?? ""),
            record.isSuccessful ? "" : "(failed)",
        ]
    }
}
