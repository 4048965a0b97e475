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
    /// How many of its entries no server has listed: trustlines, offers and data entries.
    private let unlisted: Int64

    package init(
        account: AccountID, name: String?, record: AccountRecord?, baseReserve: Amount, tokens: [TokenHolding],
        payments: [Readable<PaymentRecord>], names: [AccountID: String], unlisted: Int64 = 0
    ) {
        self.unlisted = unlisted
        self.account = account
        self.name = name
        self.record = record
        self.baseReserve = baseReserve
        self.tokens = tokens.filter { $0.balance?.units != 0 }
        self.payments = payments
        self.names = names
    }

    /// The overview with other payments, such as earlier ones.
    /// The same with the account as it is now.
    package func with(record: AccountRecord) -> AccountOverview {
        AccountOverview(
            account: account, name: name, record: record, baseReserve: baseReserve, tokens: tokens, payments: payments,
            names: names, unlisted: unlisted)
    }

    package func with(payments: [Readable<PaymentRecord>]) -> AccountOverview {
        AccountOverview(
            account: account, name: name, record: record, baseReserve: baseReserve, tokens: tokens, payments: payments,
            names: names, unlisted: unlisted)
    }

    /// The document of one account.
    ///
    /// - Parameter pending: the documents of its pending transactions.
    package func json(pending: [JSON]) -> JSON {
        [
            "account": .string(account.address), "name": name.map { .string($0) } ?? .null,
            "exists": .bool(record != nil), "sequence": record.map { .string(String($0.sequence)) } ?? .null,
            "balances": .array(balances.map(\.json)), "unread": .array(unread.map { .string($0) }),
            "tokens": .array(tokens.map(\.json)), "unlisted": .integer(unlisted),
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
            + (unlisted == 0 ? [] : [AccountRecord.text(ofUnlisted: unlisted).plain])
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
        let name = issuer.map { "\(balance.plainName) (issued by \($0))" } ?? balance.plainName
        return "\(balance.balance.text) \(name), \(notes.joined(separator: ", "))"
    }
}

/// The user's own accounts, as far as known.
package enum OwnAccounts {
    /// The accounts without duplicates, sorted by address: those for which transactions were built or submitted with
    /// this journal, those of a signing device's export among the contacts, and the one that the settings name.
    ///
    /// - Parameters:
    ///   - journal: nil when there is none.
    ///   - own: the settings' account, as an address or a contact's name; nil for none. Other names are not looked up.
    package static func all(
        in journal: (any OnlineJournal)?, on network: Network, contacts: [Contact], setting own: String?
    ) throws(Failure) -> [AccountID] {
        var known = contacts.filter(\.isOfDevice).compactMap { $0.account?.account }
        if let own {
            if let account = try? MuxedAccount(address: own) {
                known.append(account.account)
            } else if let account = contacts.first(where: { ContactName.areSame($0.name, own) })?.account {
                known.append(account.account)
            }
        }
        if let journal {
            do throws(JournalError) { known += try journal.sources(network: network) } catch {
                throw Failure(error)
            }
        }
        return Set(known).sorted { $0.address < $1.address }
    }
}

/// The user's accounts on one network: balances, recent payments and pending transactions.
package struct NetworkOverview {
    package let network: Network
    /// Each account with its pending transactions, in the order of `status`.
    package let accounts: [(overview: AccountOverview, pending: [StatusEntry])]

    /// - Parameters:
    ///   - limit: how many payments of each account; with 0, none are fetched.
    ///   - withMemos: whether to fetch the memos of the payments.
    ///   - pending: the pending transactions on the network.
    ///   - withTokens: whether to fetch the balances of pinned tokens; see `TokenHolding.all`.
    ///   - notices: what the user should know about the history.
    package init(
        of accounts: [AccountID], payments limit: Int, withMemos: Bool = false, contacts: [Contact],
        pending: [StatusEntry], withTokens: Bool, context: OnlineContext, in view: inout AnyLedger,
        noting notices: inout [Notice]
    ) throws(Failure) {
        network = view.network
        let names = Contacts.names(of: contacts)
        let baseReserve = try view.ledger().baseReserve
        var found: [(AccountOverview, [StatusEntry])] = []
        for account in accounts {
            var record: AccountRecord?
            var payments: [Readable<PaymentRecord>] = []
            if view.listsTrustlines { record = try view.account(account) }
            if limit > 0, record != nil || !view.listsTrustlines {
                payments = try Self.payments(
                    of: account, limit, withMemos: withMemos, in: view, context, noting: &notices)
            }
            if !view.listsTrustlines {
                try view.expect(try context.knownEntries(of: account, on: network))
                record = try view.account(account)
            }
            var tokens: [TokenHolding] = []
            if withTokens { tokens = try TokenHolding.all(of: account, on: view.network, in: context) }
            let overview = AccountOverview(
                account: account, name: names[account], record: record, baseReserve: baseReserve, tokens: tokens,
                payments: payments, names: names,
                unlisted: view.listsTrustlines ? 0 : record?.unlistedSubentries ?? 0)
            found.append((overview, pending.filter { $0.source == account }))
        }
        self.accounts = found
    }

    private static func payments(
        of account: AccountID, _ limit: Int, withMemos: Bool, in view: AnyLedger, _ context: OnlineContext,
        noting notices: inout [Notice]
    ) throws(Failure) -> [Readable<PaymentRecord>] {
        guard let client = view.horizon else {
            return try AccountPayment.all(
                of: account, limit: limit, cursor: nil, in: view, context: context, noting: &notices)
        }
        do { return try client.payments(of: account, limit: limit, cursor: nil, withMemos: withMemos) } catch {
            // An account that does not exist yet.
            if case .notFound = error { return [] }
            throw Failure(error)
        }
    }

    /// The transactions of a network that are not settled.
    ///
    /// - Parameters:
    ///   - journal: nil when there is none.
    ///   - now: seconds since 1970.
    package static func pending(
        on network: Network, in journal: (any OnlineJournal)?, now: Int64
    ) throws(Failure) -> [StatusEntry] {
        guard let journal else { return [] }
        return try StatusList(journal, limit: .max, withSettled: false, now: now).entries.filter {
            $0.network == network
        }
    }

    /// The JSON document.
    ///
    /// - Parameter entry: the document of a pending transaction.
    package func document(pending entry: (StatusEntry) -> JSON) -> JSON {
        [
            "network_passphrase": .string(network.passphrase),
            "accounts": .array(accounts.map { $0.overview.json(pending: $0.pending.map(entry)) }),
        ]
    }
}
