// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import Codec
import Journal
import Stellar

enum DeskPath {
    static func anchor(_ domain: String) -> String { "/anchors/\(PercentText.encode(domain))" }

    /// - Parameter subject: whose login the page shows: `G...`, `G...:memo` or `M...`.
    static func anchor(_ domain: String, as subject: String) -> String {
        anchor(domain) + "?account=\(PercentText.encode(subject))"
    }
}

/// A transfer in a list.
struct TransferRowView: Hashable, Sendable {
    let path: String
    let number: String
    let title: String
    let begun: String
    let status: String
    let tone: TextTone

    init(_ transfer: RecordedTransfer) {
        path = "/transfers/\(transfer.number)"
        number = String(transfer.number)
        let amount = [transfer.amount, RecordedTransfer.code(of: transfer.asset)].compactMap(\.self).joined(
            separator: " ")
        title = ShownText.of("\(transfer.kind.rawValue) of \(amount) at \(transfer.homeDomain)")
        begun = transfer.begun.utc
        status = ShownText.of(Self.status(of: transfer))
        tone = Self.tone(of: transfer)
    }

    /// The state of a transfer and what it means.
    static func state(of transfer: RecordedTransfer) -> HTML {
        HTML {
            chip(tone(of: transfer), .test("transfer-state")) { ShownText.of(status(of: transfer)) }
            " \(TransferPage.meaning(of: transfer))"
        }
    }

    static func status(of transfer: RecordedTransfer) -> String {
        switch transfer.step {
        case .customer: "customer data"
        case .fee: "fee"
        case .summary: "waits for your agreement"
        case .sending: "may have been begun"
        case .begun: transfer.status?.rawValue ?? "begun"
        }
    }

    static func tone(of transfer: RecordedTransfer) -> TextTone {
        guard transfer.step == .begun, let status = transfer.status else { return .attention }
        return tone(of: status)
    }

    static func tone(of status: TransferStatus) -> TextTone {
        switch status {
        case .completed: .good
        case .refunded: .attention
        case let status where status.isFinal: .bad
        case .incomplete, .pendingUserTransferStart, .pendingUserTransferComplete, .pendingUser, .pendingTrust,
            .pendingCustomerInfoUpdate, .pendingTransactionInfoUpdate:
            .attention
        default: .neutral
        }
    }
}

extension [TransferRowView] {
    var html: HTML {
        tag(.ul, .class("items")) {
            for transfer in self {
                tag(.li) { tag(.a, .href(Href(transfer.path))) { transfer.item } }
            }
        }
    }
}

extension TransferRowView {
    fileprivate var item: HTML {
        tag(.div, .class("item")) {
            tag(.p, .class("head")) {
                chip(tone) { status }
                " "
                tag(.strong) { title }
            }
            tag(.p, .class("circumstances")) { "begun \(begun)" }
            tag(.p, .class("identifier")) { "transfer \(number)" }
        }
    }
}
