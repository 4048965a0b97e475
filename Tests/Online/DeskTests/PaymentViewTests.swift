// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Markup
import Stellar
import StellarXDR
import Testing

@testable import Desk

/// Payments of an account, in its table and in its chart.
struct PaymentViewTests {
    private static let alice = "GDK36SR7ZTTRPMBYRPGCOSPLYFEK3GLJWI7UL3Q3MBP5LB3YK5VMI6ET"
    private static let bob = "GDWMDNMHE7Z7CKZRSSEBVHWLTXQLFDHHWIDSGDMOSMH6DPHHLYSWZ7H4"
    private static let hash = String(repeating: "5a", count: 32)

    private func payment(
        _ date: String, to destination: String = alice, _ amount: String = "1", memo: [(String, JSON)]? = nil,
        type: String = "payment", isSuccessful: Bool = true
    ) throws -> PaymentRecord {
        let source = destination == Self.alice ? Self.bob : Self.alice
        var members: [(String, JSON)] = [
            ("id", "1"), ("paging_token", "1"), ("type", .string(type)), ("created_at", .string("\(date)T12:34:56Z")),
            ("transaction_hash", .string(Self.hash)), ("transaction_successful", .bool(isSuccessful)),
            ("source_account", .string(source)), ("from", .string(source)), ("to", .string(destination)),
            ("account", .string(source)), ("into", .string(destination)), ("asset_type", "native"),
            ("amount", .string(amount)),
        ]
        if let memo { members.append(("transaction", .object(JSONObject([("hash", .string(Self.hash))] + memo)))) }
        return try PaymentRecord(.object(JSONObject(members)))
    }

    private func row(_ payment: PaymentRecord, names: [AccountID: String] = [:]) throws -> PaymentRow {
        PaymentRow(payment, of: try AccountID(address: Self.alice), names: names)
    }

    private func chart(_ payments: [PaymentRecord], isCut: Bool) throws -> ChartView? {
        PaymentChart.view(
            payments, of: try AccountID(address: Self.alice), asset: .native, isCut: isCut, subject: "alice", id: "p")
    }

    private func numbers(_ chart: ChartView?) -> [[String]] { chart?.rows.map { $0.map(\.text) } ?? [] }

    @Test func `a payment has a short time, a direction, a name and a memo`() throws {
        let memo: [(String, JSON)] = [("memo_type", "text"), ("memo", "<b>"), ("memo_bytes", "PGI+")]
        let row = try row(payment("2026-11-23", memo: memo), names: [AccountID(address: Self.bob): "bob"])
        #expect(row.time == "2026-11-23 12:34" && row.timestamp == "2026-11-23T12:34:56Z")
        #expect(row.direction == "received" && row.way == "in" && row.side == "from" && row.counterparty == "bob")
        #expect(row.memoKind == "text" && row.memo == "<b>" && !row.isHash)
        #expect([row].html(of: "x").markup.contains("&lt;b&gt;"))
    }

    @Test func `a memo in another script is readable beside its bytes, unless it could mislead`() throws {
        func shown(_ base64: JSON) throws -> String {
            let memo: [(String, JSON)] = [("memo_type", "text"), ("memo", "?"), ("memo_bytes", base64)]
            return try row(payment("2026-11-23", memo: memo)).memo
        }
        let text = "\u{417}\u{430}\u{43a}\u{430}\u{437} 7"
        #expect(try shown("0JfQsNC60LDQtyA3") == "\"\(text)\" (\(TerminalText.escape(text)))")
        #expect(try shown("0YDQsNGD0YDQsA==") == TerminalText.escape("\u{440}\u{430}\u{443}\u{440}\u{430}"))
    }

    @Test func `a payment by a contract has a direction, an amount and an address without a page`() throws {
        let contract = "CAPECFLUT6KHYOOWUQNP7KC6PTMICKANBURFWRMPZTXUEEKHN67B7UI2"
        let members: [(String, JSON)] = [
            ("id", "1"), ("paging_token", "1"), ("type", "invoke_host_function"),
            ("created_at", "2026-11-23T12:34:56Z"),
            ("transaction_hash", .string(Self.hash)), ("transaction_successful", true),
            ("source_account", .string(Self.bob)),
            (
                "asset_balance_changes",
                [
                    [
                        "asset_type": "native", "type": "transfer", "from": .string(contract),
                        "to": .string(Self.alice), "amount": "5.0000000",
                    ]
                ]
            ),
        ]
        let record = try PaymentRecord(.object(JSONObject(members)))
        let row = try row(record)
        #expect(row.direction == "received" && row.way == "in" && row.amount == "5 XLM" && row.side == "from")
        #expect(row.counterpartyID == nil && row.counterpartyAddress == row.counterparty)
        let page = [row].html(of: "x").markup
        #expect(page.contains("from \(row.counterparty)") && !page.contains("/accounts/C"))
        #expect(try numbers(chart([record], isCut: false)).isEmpty == false)
    }

    @Test func `an unknown memo and no memo differ`() throws {
        #expect(try row(payment("2026-11-23")).memo == "not known")
        let none = try row(payment("2026-11-23", memo: [("memo_type", "none")]))
        #expect(none.memo.isEmpty && none.memoKind == nil)
    }

    @Test func `a merge has no amount of its own`() throws {
        let row = try row(payment("2026-11-23", type: "account_merge"))
        #expect(row.amount == "all XLM" && row.counterparty == "GDWMDN...SWZ7H4")
    }

    @Test func `the period that may be incomplete is left out`() throws {
        let payments = [
            try payment("2026-11-23", "3"), try payment("2026-11-21", to: Self.bob, "0.5"), try payment("2026-11-20"),
        ]
        let whole = try chart(payments, isCut: false)
        #expect(numbers(whole).map { $0[0] } == ["2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20"])
        #expect(numbers(whole).map { $0[3] } == ["3", "0", "-0.5", "1"])
        #expect(whole?.caption == "By day (UTC), from the last 3 payments.")
        let cut = try chart(payments, isCut: true)
        #expect(numbers(cut) == Array(numbers(whole).dropLast()))
        #expect(cut?.caption == "By day (UTC), from the last 3 payments, since 2026-11-21.")
    }

    @Test func `failed payments do not count, and those of unknown amount are mentioned`() throws {
        let failed = try payment("2026-11-23", isSuccessful: false)
        let merge = try payment("2026-11-23", type: "account_merge")
        let chart = try chart([payment("2026-11-23", "2"), failed, merge], isCut: false)
        #expect(numbers(chart) == [["2026-11-23", "2", "0", "2"]])
        #expect(chart?.caption == "By day (UTC), from the last 3 payments. Without 1 of unknown amount.")
        #expect(try self.chart([failed, merge], isCut: false) == nil)
        #expect(try self.chart([], isCut: false) == nil)
    }

    @Test func `a query separates words with plus signs`() {
        #expect(DeskRequest.query("q=two+words&state=a%2Bb&q=last+one") == ["q": "last one", "state": "a+b"])
        #expect(DeskRequest.query("q=%f").isEmpty && DeskRequest.query("").isEmpty)
    }
}
