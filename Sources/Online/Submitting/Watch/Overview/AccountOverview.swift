// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// One of the user's accounts: balances and recent payments.
package struct AccountOverview {
    package let account: AccountID
    package let name: String?
    /// The account; nil when it does not exist on the network.
    package let record: AccountRecord?
    package let baseReserve: Amount
    /// What it holds of pinned tokens; those of which it has none are left out.
    package let tokens: [TokenHolding]
    /// The latest payments, newest first, each read alone.
    package let payments: [Readable<PaymentRecord>]
    /// The user's names for accounts.
    package let names: [AccountID: String]

    package init(
        account: AccountID, name: String?, record: AccountRecord?, baseReserve: Amount, tokens: [TokenHolding],
        payments: [Readable<PaymentRecord>], names: [AccountID: String]
    ) {
        self.account = account
        self.name = name
        self.record = record
        self.baseReserve = baseReserve
        self.tokens = tokens.filter { $0.balance?.units != 0 }
        self.payments = payments
        self.names = names
    }

    /// The overview with other payments, such as earlier ones.
    package func with(payments: [Readable<PaymentRecord>]) -> AccountOverview {
        AccountOverview(
            account: account, name: name, record: record, baseReserve: baseReserve, tokens: tokens, payments: payments,
            names: names)
    }

    /// The document of one account.
    ///
    /// - Parameter pending: the documents of its pending transactions.
    package func json(pending: [JSON]) -> JSON {
        [
            "account": .string(account.address), "name": name.map { .string($0) } ?? .null,
            "exists": .bool(record != nil), "sequence": record.map { .string(String($0.sequence)) } ?? .null,
            "balances": .array(balances.map(\.json)), "unread": .array(unread.map { .string($0) }),
            "tokens": .array(tokens.map(\.json)),
            "payments": .array(paymentLines.map(\.json)),
            "pending": .array(pending),
        ]
    }

    /// The balances as text, those of assets with the user's name for the issuer, then those of tokens.
    package var balanceTexts: [String] {
        let assets = zip(balances, record?.balances ?? []).map { line, balance in
            line.text(issuer: balance.asset?.issuer.flatMap { names[$0] })
        }
        return assets + tokens.map(\.text) + unread
    }

    /// What the account holds that this version cannot read.
    private var unread: [String] { record?.unread.map(\.text) ?? [] }

    package var paymentLines: [PaymentLine] { payments.map { PaymentLine($0, of: account, names: names) } }

    private var balances: [BalanceLine] {
        record.map { record in
            record.balances.map { BalanceLine($0, of: record, baseReserve: baseReserve) }
        } ?? []
    }
}

/// One balance of an account, with its spendable part.
package struct BalanceLine {
    private let account: AccountRecord
    private let balance: AccountBalance
    private let baseReserve: Amount

    package init(_ balance: AccountBalance, of account: AccountRecord, baseReserve: Amount) {
        self.account = account
        self.balance = balance
        self.baseReserve = baseReserve
    }

    private var spendable: Amount { account.spendable(balance, baseReserve: baseReserve) }
    private var isNative: Bool { balance.asset == .native }

    package var json: JSON {
        var members: [(String, JSON)] = [
            ("asset", .string(balance.name)), ("balance", .string(balance.balance.fixedText)),
            ("spendable", .string(spendable.fixedText)),
            ("selling_liabilities", .string(balance.sellingLiabilities.fixedText)),
            ("buying_liabilities", .string(balance.buyingLiabilities.fixedText)),
            ("authorized", .bool(balance.isAuthorized)),
        ]
        if isNative { members.append(("reserve", .string(account.reserve(base: baseReserve).fixedText))) }
        if let limit = balance.limit { members.append(("limit", .string(limit.fixedText))) }
        return .object(JSONObject(members))
    }

    /// The amount and asset, with notes in brackets.
    ///
    /// - Parameter issuer: the user's name for the asset's issuer.
    package func text(issuer: String?) -> String {
        var notes = ["spendable \(spendable.text)"]
        if isNative { notes.append("reserve \(account.reserve(base: baseReserve).text)") }
        if balance.sellingLiabilities > .zero { notes.append("selling liabilities \(balance.sellingLiabilities.text)") }
        if balance.buyingLiabilities > .zero { notes.append("buying liabilities \(balance.buyingLiabilities.text)") }
        if let limit = balance.limit, limit != .max { notes.append("limit \(limit.text)") }
        if !balance.isAuthorized { notes.append("not authorized") }
        let name = issuer.map { "\(balance.name) (issued by \($0))" } ?? balance.name
        return "\(balance.balance.text) \(name), \(notes.joined(separator: ", "))"
    }
}

/// The user's own accounts, as far as known.
package enum OwnAccounts {
    /// The accounts without duplicates, sorted by address: those for which transactions were built or submitted with this journal,
    /// and the given ones.
    ///
    /// - Parameters:
    ///   - journal: nil when there is none.
    ///   - others: such as accounts of a signing device, and an account that the user's settings name.
    package static func all(
        in journal: (any OnlineJournal)?, on network: Network, and others: [AccountID]
    ) throws(Failure) -> [AccountID] {
        var known: [AccountID] = []
        if let journal {
            do throws(JournalError) { known = try journal.sources(network: network) } catch {
                throw Failure(error)
            }
        }
        return Set(known + others).sorted { $0.address < $1.address }
    }
}
