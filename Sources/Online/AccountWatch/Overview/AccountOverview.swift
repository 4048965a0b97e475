// SPDX-License-Identifier: Apache-2.0

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
    /// The latest payments, newest first.
    package let payments: [PaymentRecord]
    /// The user's names for accounts.
    package let names: [AccountID: String]

    package init(
        account: AccountID, name: String?, record: AccountRecord?, baseReserve: Amount, payments: [PaymentRecord],
        names: [AccountID: String]
    ) {
        self.account = account
        self.name = name
        self.record = record
        self.baseReserve = baseReserve
        self.payments = payments
        self.names = names
    }

    /// The overview with other payments, such as earlier ones.
    package func with(payments: [PaymentRecord]) -> AccountOverview {
        AccountOverview(
            account: account, name: name, record: record, baseReserve: baseReserve, payments: payments, names: names)
    }

    /// The document of one account.
    ///
    /// - Parameter pending: the documents of its pending transactions.
    package func json(pending: [JSON]) -> JSON {
        [
            "account": .string(account.address), "name": name.map { .string($0) } ?? .null,
            "exists": .bool(record != nil), "sequence": record.map { .string(String($0.sequence)) } ?? .null,
            "balances": .array(balances.map(\.json)), "payments": .array(paymentLines.map(\.json)),
            "pending": .array(pending),
        ]
    }

    /// The balances as text, each with the user's name for the asset's issuer.
    package var balanceTexts: [String] {
        guard let record else { return [] }
        return zip(balances, record.balances).map { line, balance in
            line.text(issuer: balance.asset?.issuer.flatMap { names[$0] })
        }
    }

    package var paymentLines: [PaymentLine] { payments.map { PaymentLine($0, of: account, names: names) } }

    private var balances: [BalanceLine] {
        record.map { record in
            record.balances.map { BalanceLine($0, of: record, baseReserve: baseReserve) }
        } ?? []
    }
}
