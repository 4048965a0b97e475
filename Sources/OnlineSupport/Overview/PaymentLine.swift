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

    /// What left the account, where it is not what arrived.
    private var sent: String? {
        guard let asset = record.sourceAsset, let amount = record.sourceAmount else { return nil }
        return "\(amount.text) \(asset.code)"
    }

    private var received: String? {
        guard let asset = record.asset, let amount = record.amount else { return nil }
        return "\(amount.text) \(asset.code)"
    }

    package var json: JSON {
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        return [
            "type": .string(record.type), "direction": optional(direction?.rawValue),
            "successful": .bool(record.isSuccessful), "asset": optional(record.asset?.text),
            "amount": optional(record.amount?.fixedText), "source_asset": optional(record.sourceAsset?.text),
            "source_amount": optional(record.sourceAmount?.fixedText), "counterparty": optional(other?.address),
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
        let amounts =
            switch (sent, received) {
            case (let sent?, let received?) where sent != received: "\(sent) as \(received)"
            case (_, let received?): received
            case (let sent?, nil): sent
            case (nil, nil): ""
            }
        let name = other.flatMap { names[$0] }.map { $0 + " " } ?? ""
        return [
            record.createdAt.utc, way, amounts, direction == .sent ? "to" : "from", name + (other?.address ?? ""),
            record.isSuccessful ? "" : "(failed)",
        ]
    }
}
