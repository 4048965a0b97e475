// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Markup
import Stellar
import StellarXDR
import Submitting
import Workspace

/// A payment in an account's table.
struct PaymentRow: Hashable, Sendable {
    /// Date, hour and minute.
    let time: String
    /// For machines.
    let timestamp: String
    let direction: String
    /// `in`, `out`, or nothing: the class that draws an arrow.
    let way: String
    let amount: String
    /// The other side of an exchange; nil if both are equal.
    let exchange: String?
    /// `to` or `from`.
    let side: String
    /// The other account's name, or the ends of its address.
    let counterparty: String
    let counterpartyID: String?
    /// The address of another side that is no account, and so has no page.
    let counterpartyAddress: String?
    let hasFailed: Bool
    /// `text`, `id`, `hash` or `return`; nil without a memo.
    let memoKind: String?
    /// Escaped, because anyone can write a memo; a text in another script that is safe to show is readable beside its
    /// bytes.
    let memo: String
    /// Whether the memo is 64 hex digits.
    let isHash: Bool

    /// A payment that this version cannot read.
    init(_ unread: Unread) {
        time = unread.time.map { CalendarUnit.minute($0.seconds) } ?? ""
        timestamp = unread.time?.rfc3339 ?? ""
        direction = unread.text
        (way, amount, exchange, side, counterparty) = ("", "not known", nil, "", "")
        (counterpartyID, counterpartyAddress) = (nil, nil)
        (hasFailed, memoKind, memo, isHash) = (false, nil, "", false)
    }

    /// - Parameter names: the contacts' names.
    init(_ record: PaymentRecord, of account: AccountID, names: [AccountID: String]) {
        let payment = AccountPayment(record, of: account)
        let record = payment.record
        time = CalendarUnit.minute(record.createdAt.seconds)
        timestamp = record.createdAt.rfc3339
        direction = payment.directionText
        way = payment.direction == .received ? "in" : payment.direction == .sent ? "out" : ""
        let given = Self.words(record.givenAmount, record.givenAsset)
        let received = Self.words(record.amount, record.asset)
        amount = payment.isGiven ? given : received
        let otherSide = record.isExchanged ? (payment.isGiven ? "received as \(received)" : "sent as \(given)") : nil
        let more = [otherSide, payment.further].compactMap(\.self)
        exchange = more.isEmpty ? nil : more.joined(separator: ", ")
        let other = payment.counterparty
        side = other == nil ? "" : payment.direction == .sent ? "to" : "from"
        counterparty = other.map { $0.account.flatMap { names[$0] } ?? AddressText.short($0.address) } ?? ""
        // There are pages of accounts only.
        counterpartyID = other?.account?.address
        counterpartyAddress = other.flatMap { $0.account == nil ? AddressText.short($0.address) : nil }
        hasFailed = !record.isSuccessful
        memoKind = record.memo.map(\.kind).flatMap { $0 == "none" ? nil : $0 }
        memo = record.memo.map(\.shownValue) ?? "not known"
        isHash = memoKind == "hash" || memoKind == "return"
    }

    /// The whole balance that a merge moved is not in its record.
    private static func words(_ amount: Amount?, _ asset: Asset?) -> String {
        guard let asset else { return "not known" }
        return amount.map { "\($0.text) \(asset.code)" } ?? "all \(asset.code)"
    }

    fileprivate var html: HTML {
        tag(.tr) {
            tag(.td, .data("label", "Time (UTC)")) { tag(.time, .datetime(timestamp)) { time } }
            tag(.td, .class("number lead-cell")) { moved }
            tag(.td, .data("label", "With")) {
                if let counterpartyID {
                    tag(.span) {
                        "\(side) "
                        tag(.a, .href("/accounts/\(counterpartyID)")) { counterparty }
                    }
                } else if let counterpartyAddress {
                    tag(.span) { "\(side) \(counterpartyAddress)" }
                } else {
                    direction
                }
            }
            tag(.td, .data("label", "Memo"), .class("memo")) { if !memo.isEmpty { tag(.span) { memoParts } } }
        }
    }

    private var moved: HTML {
        HTML {
            tag(.span, .class("way \(way)")) {
                tag(.span, .class("unseen")) { "\(direction) " }
                tag(.span, .class("amount")) { amount }
            }
            if let exchange {
                " "
                tag(.span, .class("quiet")) { exchange }
            }
            if hasFailed {
                " "
                chip(.bad) { "failed" }
            }
        }
    }

    private var memoParts: HTML {
        HTML {
            if let memoKind {
                tag(.span, .class("quiet")) { memoKind }
                " "
            }
            if isHash { tag(.span, .class("address")) { memo } } else { memo }
        }
    }
}

extension [PaymentRow] {
    /// - Parameter account: its name, or the ends of its address.
    func html(of account: String) -> HTML {
        scrolled("Payments of \(account)") {
            tag(.table, .class("stack payments"), .test("payments")) {
                tag(.thead) {
                    tag(.tr) {
                        tag(.th, .scope("col")) { "Time (UTC)" }
                        tag(.th, .scope("col"), .class("number")) { "Amount" }
                        tag(.th, .scope("col")) { "With" }
                        tag(.th, .scope("col")) { "Memo" }
                    }
                }
                tag(.tbody) { for row in self { row.html } }
            }
        }
    }
}
