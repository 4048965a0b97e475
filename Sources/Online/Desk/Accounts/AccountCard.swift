// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import Markup
import Stellar
import StellarXDR
import Submitting
import Workspace

/// An account with its balances, latest payments and charts, as the overview and the account's own page show it.
struct AccountCard: Hashable, Sendable {
    struct Balance: Hashable, Sendable {
        let amount: String
        let code: String
        let issuer: String?
        /// Nil for a token.
        let spendable: String?
        /// The owner's name for the contract of a token, and the contract.
        let token: String?
        /// Such as the reserve, and liabilities.
        let notes: [String]
    }

    /// How much of an account is shown.
    struct Extent: Hashable, Sendable {
        var balances: Int
        var payments: Int
        var charts: Int
        /// The rows of the table behind a balance chart.
        var rows: Int
    }

    let name: String?
    /// The name, or the two ends of the address.
    let label: String
    let address: String
    let id: String
    let exists: Bool
    let balances: [Balance]
    /// Says how many balances are left out; nil if none are.
    let moreBalances: String?
    let payments: [PaymentRow]
    let charts: [ChartView]

    /// - Parameters:
    ///   - history: nil where it was not fetched.
    ///   - isCut: whether there may be earlier payments than the overview has.
    ///   - now: when the account was read, in seconds since 1970.
    init(_ overview: AccountOverview, history: BalanceHistory?, isCut: Bool, showing extent: Extent, now: UInt64) {
        let account = overview.account
        name = overview.name
        label = overview.name ?? AddressText.short(account.address)
        id = account.address
        address = GroupsOfFour.text(account.address)
        exists = overview.record != nil
        let record = overview.record
        // Horizon lists XLM last.
        let all =
            (record?.balances ?? []).filter { $0.asset == .native }
            + (record?.balances ?? []).filter { $0.asset != .native }
        let lines = all.map { Balance($0, of: record, overview) } + overview.tokens.map { Balance($0) }
        balances = Array(lines.prefix(extent.balances))
        moreBalances = lines.count > extent.balances ? "\(lines.count - extent.balances) more balances" : nil
        payments = overview.payments.prefix(extent.payments).map {
            switch $0 {
            case .read(let record): PaymentRow(record, of: account, names: overview.names)
            case .unread(let unread): PaymentRow(unread)
            }
        }
        charts = Self.charts(overview, history, isCut: isCut, extent, now)
    }

    /// The card on the overview.
    ///
    /// - Parameter isOwn: whether the account is the user's.
    func html(isOwn: Bool) -> HTML {
        tag(.article, .class("card account"), .test("account")) {
            tag(.header, .class("account-head")) {
                tag(.div) {
                    tag(.h3) { tag(.a, .href(page)) { heading } }
                    tag(.p, .class("address")) { address }
                }
                actions { Self.payButton(id, isOwn: isOwn) }
            }
            if !exists { Self.absence }
            balanceList
            chartList
            if !payments.isEmpty {
                tag(.h4) { "Recent payments" }
                paymentTable
            }
            related {
                tag(.a, .href(page)) {
                    "Details and all payments"
                    tag(.span, .class("unseen")) { " of \(label)" }
                }
            }
        }
    }

    private var page: Href { "/accounts/\(id)" }

    private var heading: HTML {
        HTML {
            if let name {
                name
            } else {
                "Account"
                tag(.span, .class("unseen")) { " \(label)" }
            }
        }
    }

    static func payButton(_ id: String, isOwn: Bool) -> HTML {
        isOwn
            ? button("Pay from this account", to: "/pay?source=\(id)")
            : button("Pay to this account", to: "/pay?destination=\(id)")
    }

    static let absence = notice(.attention) { "This account does not exist on the network." }

    var balanceList: HTML {
        HTML {
            tag(.ul, .class("balances")) { for balance in balances { balance.html } }
            if let moreBalances { quiet { moreBalances } }
        }
    }

    var chartList: HTML { tag(.div, .class("charts")) { for chart in charts { chart.html } } }

    var paymentTable: HTML { payments.html(of: label) }

    /// A balance chart and a payment chart for each of the assets that moved most often.
    private static func charts(
        _ overview: AccountOverview, _ history: BalanceHistory?, isCut: Bool, _ extent: Extent, _ now: UInt64
    ) -> [ChartView] {
        guard extent.charts > 0 else { return [] }
        let account = overview.account
        let subject = overview.name ?? AddressText.short(account.address)
        let moved = overview.payments.read().flatMap { Set([$0.givenAsset, $0.asset].compactMap(\.self)) }
        let counts = Dictionary(grouping: moved) { $0 }.mapValues(\.count)
        let held = overview.record?.balances.compactMap(\.asset) ?? []
        let assets = held.enumerated().sorted {
            let (one, other) = (counts[$0.element] ?? 0, counts[$1.element] ?? 0)
            return one == other
                ? $0.element == .native || ($1.element != .native && $0.offset < $1.offset) : one > other
        }.map(\.element).prefix(extent.charts)
        return assets.enumerated().flatMap { index, asset -> [ChartView] in
            let id = "chart-\(account.address.suffix(8))-\(index)"
            let line = history?.lines.first { $0.asset == asset }
            return [
                line.map {
                    BalanceChart.view(
                        $0, transactions: history?.transactions ?? 0, subject: subject, id: "\(id)-balance", now: now,
                        most: extent.rows)
                },
                PaymentChart.view(
                    overview.payments.read(), of: account, asset: asset, isCut: isCut, subject: subject,
                    id: "\(id)-payments"),
            ].compactMap(\.self)
        }
    }
}

extension AccountCard.Balance {
    fileprivate var html: HTML {
        tag(.li) {
            tag(.p, .class("balance")) {
                tag(.span, .class("amount")) { amount }
                " "
                tag(.span, .class("code")) { code }
            }
            tag(.p, .class("notes")) {
                if let issuer { "issued by \(issuer), " }
                if let spendable { "spendable \(spendable)" }
                if let token { "token \(token)" }
                for note in notes { ", \(note)" }
            }
        }
    }

    fileprivate init(_ balance: AccountBalance, of record: AccountRecord?, _ overview: AccountOverview) {
        var notes: [String] = []
        if let record, balance.asset == .native {
            notes.append("reserve \(record.reserve(base: overview.baseReserve).text)")
        }
        if balance.sellingLiabilities > .zero { notes.append("in offers \(balance.sellingLiabilities.text)") }
        if let limit = balance.limit, limit != .max { notes.append("limit \(limit.text)") }
        if !balance.isAuthorized { notes.append("not authorized") }
        self.init(
            amount: balance.balance.text, code: balance.asset?.code ?? balance.name,
            issuer: (balance.asset?.issuer).map { overview.names[$0] ?? AddressText.short($0.address) },
            spendable: record?.spendable(balance, baseReserve: overview.baseReserve).text ?? "", token: nil,
            notes: notes)
    }

    fileprivate init(_ holding: TokenHolding) {
        let contract = AddressText.short(StrKey.contract(holding.contract).text)
        self.init(
            amount: holding.balance?.text ?? "unknown", code: holding.symbol, issuer: nil, spendable: nil,
            token: "\(holding.label), \(contract)", notes: [])
    }
}
