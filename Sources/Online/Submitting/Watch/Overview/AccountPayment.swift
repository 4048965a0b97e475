// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
import Stellar
package import StellarXDR

/// A payment as an account sees it; so is a contract call that changed its balances.
package struct AccountPayment: Sendable {
    package let record: PaymentRecord
    private let account: AccountID

    package init(_ record: PaymentRecord, of account: AccountID) {
        self.record = record.seen(by: account)
        self.account = account
    }

    /// An account's payments, the latest first, each read alone.
    ///
    /// - Parameter cursor: the paging token after which to continue.
    /// - Throws: `.badInput` for an account that was never seen.
    package static func all(
        of account: AccountID, limit: Int, cursor: String?, withMemos: Bool = false, by client: HorizonClient
    ) throws(Failure) -> [Readable<PaymentRecord>] {
        do {
            return try client.payments(of: account, limit: limit, cursor: cursor, withMemos: withMemos)
        } catch {
            if case .notFound = error {
                throw Failure(.badInput, "the account \(account.address) was never seen")
            }
            throw Failure(error)
        }
    }

    package var direction: PaymentRecord.Direction? { record.direction(for: account) }

    /// The other side of the payment.
    package var counterparty: PaymentParty? { direction == .sent ? record.to : record.from }

    /// What a contract call did to the account's balances besides, as words; nil for all other payments.
    package var further: String? {
        let words = record.furtherChanges(for: account)
        return words.isEmpty ? nil : "also " + words.joined(separator: ", ")
    }

    /// Whether the account gave: its own side of an exchange is what was given.
    package var isGiven: Bool { direction == .sent || direction == .own }

    /// The direction in words; Horizon's type, escaped, for a payment that neither came nor went.
    package var directionText: String {
        switch direction {
        case .received: "received"
        case .sent: "sent"
        case .own: "to itself"
        case nil: TerminalText.escape(record.type)
        }
    }

    /// The other account for a table: `to` or `from`, and its name, if it has one, and address.
    ///
    /// - Parameter names: the contacts' names.
    package func counterpartyCells(_ names: [AccountID: String]) -> [String] {
        let name = counterparty?.account.flatMap { names[$0] }.map { $0 + " " } ?? ""
        return [direction == .sent ? "to" : "from", name + (counterparty?.address ?? "")]
    }

    /// - Parameters:
    ///   - names: the contacts' names.
    ///   - isWhole: whether to include both accounts and the paging token, as a list that can be continued does.
    package func json(_ names: [AccountID: String], isWhole: Bool) -> JSON {
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        var members: [(String, JSON)] = [
            ("type", .string(record.type)), ("direction", optional(direction?.rawValue)),
            ("successful", .bool(record.isSuccessful)), ("asset", optional(record.asset?.text)),
            ("amount", optional(record.amount?.fixedText)), ("source_asset", optional(record.givenAsset?.text)),
            ("source_amount", optional(record.givenAmount?.fixedText)),
        ]
        if isWhole { members += [("from", optional(record.from?.address)), ("to", optional(record.to?.address))] }
        members += [
            ("counterparty", optional(counterparty?.address)),
            ("contact", optional(counterparty?.account.flatMap { names[$0] })),
            ("date", .string(record.createdAt.rfc3339)),
            ("hash", .string(record.transactionHash.hex)),
        ]
        if !record.changes.isEmpty { members.append(("balance_changes", .array(record.changes.map(Self.json)))) }
        if isWhole { members.append(("cursor", .string(record.pagingToken))) }
        return .object(JSONObject(members))
    }

    private static func json(_ change: BalanceChange) -> JSON {
        [
            "from": change.from.map { .string($0.address) } ?? .null,
            "to": change.to.map { .string($0.address) } ?? .null,
            "asset": .string(change.asset.text), "amount": .string(change.amount.fixedText),
        ]
    }
}
