// SPDX-License-Identifier: Apache-2.0

package import Horizon
import Journal
package import Stellar
package import StellarXDR
package import Submitter
package import TextCodec

/// One of the user's accounts: balances, recent payments, and what is pending for it in the journal.
package struct AccountOverview {
    package let account: AccountID
    package let name: String?
    /// The account; nil when it does not exist on the network.
    package let record: AccountRecord?
    package let baseReserve: Amount
    /// The latest payments, newest first.
    package let payments: [PaymentRecord]
    /// The open transactions, in the order of `status`.
    package let pending: [StatusEntry]
    package let names: [AccountID: String]

    package init(
        account: AccountID, name: String?, record: AccountRecord?, baseReserve: Amount, payments: [PaymentRecord],
        pending: [StatusEntry], names: [AccountID: String]
    ) {
        self.account = account
        self.name = name
        self.record = record
        self.baseReserve = baseReserve
        self.payments = payments
        self.pending = pending
        self.names = names
    }

    package var json: JSON {
        [
            "account": .string(account.address), "name": name.map { .string($0) } ?? .null,
            "exists": .bool(record != nil), "sequence": record.map { .string(String($0.sequence)) } ?? .null,
            "balances": .array(balances.map(\.json)),
            "payments": .array(payments.map { PaymentLine($0, of: account, names: names).json }),
            "pending": .array(pending.map { $0.document() }),
        ]
    }

    package var lines: [String] {
        var lines = [name.map { "\($0)  \(account.address)" } ?? account.address]
        guard let record else { return lines + ["  does not exist on this network"] + pendingLines }
        for (line, balance) in zip(balances, record.balances) {
            lines.append("  balance  \(line.text(issuer: balance.asset?.issuer.flatMap { names[$0] }))")
        }
        let table = TextTable.lines(payments.map { PaymentLine($0, of: account, names: names).cells })
        lines += table.map { "  payment  \($0)" }
        return lines + pendingLines
    }

    private var balances: [BalanceLine] {
        record.map { record in
            record.balances.map { BalanceLine($0, of: record, baseReserve: baseReserve) }
        } ?? []
    }

    private var pendingLines: [String] {
        pending.flatMap { entry in
            entry.lines(isWhole: false).enumerated().map { "  \($0 == 0 ? "pending  " : "         ")\($1)" }
        }
    }
}
