// SPDX-License-Identifier: Apache-2.0

import AccountWatch
import AddressBook
import Building
import Faults
import Horizon
import Journal
import Stellar
import StellarXDR

/// The first page: accounts with balances and recent payments, and what waits for someone.
extension Desk {
    func overviewPage() throws(Failure) -> DeskResponse {
        struct View {
            let accounts: [AccountCard]
            let isLoading: Bool
            let error: MessageView?
            let isEmpty: Bool
            let requests: RequestList
        }
        let contacts = try context.contacts()
        let own = try ownAccounts(contacts)
        let found = accountCards(own, contacts)
        let isLoading = found.result == nil && found.isRunning
        return page(
            "Overview", in: "", "overview",
            View(
                accounts: found.value ?? [], isLoading: isLoading && !own.isEmpty,
                error: found.failure.map { MessageView($0) }, isEmpty: own.isEmpty, requests: try openRequests()),
            refresh: isLoading && !own.isEmpty ? 2 : nil)
    }

    private static let payments = 8

    private func accountCards(_ accounts: [AccountID], _ contacts: [Contact]) -> JobBoard.Known<[AccountCard]> {
        guard !accounts.isEmpty else { return JobBoard.Known(result: .success([]), isRunning: false) }
        let (context, network) = (context, network)
        let key = "overview " + accounts.map(\.address).joined(separator: " ") + " \(contacts.hashValue)"
        return jobs.known(key, age: .seconds(30)) { () throws(Failure) in
            var notices: [Notice] = []
            var view = try context.ledger(of: network, noting: &notices)
            let overview = try NetworkOverview(
                of: accounts, payments: Self.payments, contacts: contacts, pending: [], in: &view)
            return overview.accounts.map { AccountCard($0.overview) }
        }
    }
}

/// An account on the overview.
struct AccountCard: Hashable, Sendable {
    struct Balance: Hashable, Sendable {
        let amount: String
        let code: String
        let issuer: String?
        let spendable: String
        /// Such as the reserve, and liabilities.
        let notes: [String]
    }

    struct Payment: Hashable, Sendable {
        let time: String
        let direction: String
        let isIn: Bool
        let amount: String
        let counterparty: String
        let hasFailed: Bool
        let memo: String?
    }

    let name: String?
    let address: String
    let id: String
    let exists: Bool
    let balances: [Balance]
    let payments: [Payment]
    let hasPayments: Bool

    init(_ overview: AccountOverview) {
        name = overview.name
        id = overview.account.address
        address = AddressText.grouped(overview.account.address)
        exists = overview.record != nil
        let record = overview.record
        balances = (record?.balances ?? []).map { balance in
            var notes: [String] = []
            if let record, balance.asset == .native {
                notes.append("reserve \(record.reserve(base: overview.baseReserve).text)")
            }
            if balance.sellingLiabilities > .zero { notes.append("in offers \(balance.sellingLiabilities.text)") }
            if let limit = balance.limit, limit != .max { notes.append("limit \(limit.text)") }
            if !balance.isAuthorized { notes.append("not authorized") }
            let issuer = balance.asset?.issuer
            return Balance(
                amount: balance.balance.text, code: balance.asset?.code ?? balance.name,
                issuer: issuer.map { overview.names[$0] ?? AddressText.short($0.address) },
                spendable: record?.spendable(balance, baseReserve: overview.baseReserve).text ?? "", notes: notes)
        }
        payments = overview.payments.map { record in
            let payment = AccountPayment(record, of: overview.account)
            let (amount, asset) =
                payment.isGiven ? (record.givenAmount, record.givenAsset) : (record.amount, record.asset)
            let other = payment.counterparty
            return Payment(
                time: record.createdAt.utc, direction: payment.directionText, isIn: payment.direction == .received,
                amount: [amount?.text, asset?.code].compactMap(\.self).joined(separator: " "),
                counterparty: other.map { overview.names[$0] ?? AddressText.short($0.address) } ?? "",
                hasFailed: !record.isSuccessful, memo: nil)
        }
        hasPayments = !payments.isEmpty
    }
}
