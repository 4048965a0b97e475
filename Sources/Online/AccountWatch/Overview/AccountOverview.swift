// SPDX-License-Identifier: Apache-2.0

package import AddressBook
package import Horizon
package import Stellar
package import StellarXDR
import Submitter
package import TextCodec

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
