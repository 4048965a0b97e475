// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Payments to and from an account, the latest first.
package struct PaymentList: Presentable, Sendable {
    private let payments: [Readable<PaymentRecord>]
    private let account: AccountID
    /// The user's names for accounts.
    private let names: [AccountID: String]

    /// - Parameters:
    ///   - cursor: the paging token after which to continue.
    ///   - notices: what the user should know about the history.
    /// - Throws: `.badInput` for an account that was never seen.
    package init(
        of account: AccountID, limit: Int, after cursor: String?, in ledger: AnyLedger, context: OnlineContext,
        noting notices: inout [Notice]
    ) throws(Failure) {
        self.account = account
        payments = try AccountPayment.all(
            of: account, limit: limit, cursor: cursor, withMemos: true, in: ledger, context: context, noting: &notices)
        names = Contacts.names(of: try context.contacts())
    }

    package var document: JSON {
        let list = payments.map { payment in
            switch payment {
            case .read(let record): AccountPayment(record, of: account).json(names, isWhole: true)
            case .unread(let unread): unread.document(isWhole: true)
            }
        }
        return ["payments": .array(list)]
    }

    package var text: [TextPart] {
        [.table(payments.map(cells), rightAligned: [2], strong: [2], ifEmpty: "no payments")]
    }

    private func cells(of payment: Readable<PaymentRecord>) -> [String] {
        switch payment {
        case .read(let record): cells(of: AccountPayment(record, of: account))
        case .unread(let unread): [unread.time?.utc ?? "", "", "", "", "", "", unread.text, "", ""]
        }
    }

    private func cells(of payment: AccountPayment) -> [String] {
        let record = payment.record
        // For an exchange, the account's own side comes first.
        let own = payment.isGiven ? (record.givenAmount, record.givenAsset) : (record.amount, record.asset)
        return [record.createdAt.utc, payment.directionText, own.0?.text ?? "", own.1?.code ?? ""]
            + payment.counterpartyCells(names)
            + [
                [record.isExchanged ? Self.otherSide(of: payment) : nil, payment.further].compactMap(\.self)
                    .joined(separator: ", "), record.memo.map { $0 == .none ? "" : $0.shown } ?? "",
                record.isSuccessful ? "" : "(failed)",
            ]
    }

    /// The side of a path payment that the account itself does not see.
    private static func otherSide(of payment: AccountPayment) -> String {
        func words(_ amount: Amount?, _ asset: Asset?) -> String { "\(amount?.text ?? "?") \(asset?.code ?? "?")" }
        let record = payment.record
        return payment.isGiven
            ? "received as \(words(record.amount, record.asset))"
            : "sent as \(words(record.givenAmount, record.givenAsset))"
    }
}

/// One payment in the overview of an account.
package struct PaymentLine {
    private let record: Readable<PaymentRecord>
    private let account: AccountID
    private let names: [AccountID: String]

    package init(_ record: Readable<PaymentRecord>, of account: AccountID, names: [AccountID: String]) {
        self.record = record
        self.account = account
        self.names = names
    }

    /// Whether the code alone identifies each of the two assets of an exchange.
    private static func isCodeEnough(_ record: PaymentRecord) -> Bool {
        record.givenAsset == record.asset || record.givenAsset?.code != record.asset?.code
    }

    private static func words(_ amount: Amount?, _ asset: Asset?, in record: PaymentRecord) -> String? {
        guard let amount, let asset else { return nil }
        return "\(amount.text) \(isCodeEnough(record) ? asset.code : asset.text)"
    }

    package var json: JSON {
        switch record {
        case .read(let record): AccountPayment(record, of: account).json(names, isWhole: false)
        case .unread(let unread): unread.document(isWhole: false)
        }
    }

    /// Cells for a table: time, direction, amounts, counterparty, whether it failed.
    package var cells: [String] {
        switch record {
        case .read(let record): cells(of: record)
        case .unread(let unread): [unread.time?.utc ?? "", "", "", "", "", unread.text]
        }
    }

    private func cells(of listed: PaymentRecord) -> [String] {
        let payment = AccountPayment(listed, of: account)
        let record = payment.record
        // The account's own side first, as in `lookup payments`.
        let given = Self.words(record.givenAmount, record.givenAsset, in: record)
        let received = Self.words(record.amount, record.asset, in: record)
        let own = payment.isGiven ? given : received
        var amounts = own ?? ""
        if record.isExchanged, let other = payment.isGiven ? received : given {
            amounts += payment.isGiven ? ", received as \(other)" : ", sent as \(other)"
        }
        if let further = payment.further { amounts += ", \(further)" }
        return [record.createdAt.utc, payment.directionText, amounts] + payment.counterpartyCells(names)
            + [record.isSuccessful ? "" : "(failed)"]
    }
}

extension PaymentRecord {
    /// The payment's change of an account's balance, in stroops; nil when the amount is not known, or the account is on
    /// neither side.
    ///
    /// - Parameter asset: as `Asset.text` writes it.
    package func movement(of asset: String, for account: AccountID) -> Int128? {
        guard isSuccessful else { return 0 }
        var sum: Int128 = 0
        for change in changes where change.asset.text == asset && change.asset.issuer != account {
            if change.from?.account == account { sum -= Int128(change.amount.stroops) }
            if change.to?.account == account { sum += Int128(change.amount.stroops) }
        }
        guard changes.isEmpty else { return sum }
        guard from?.account == account || to?.account == account else { return nil }
        if from?.account == account {
            guard let given = givenAsset, let amount = givenAmount else { return nil }
            // An issuer has no balance of its own asset.
            if given.text == asset, given.issuer != account { sum -= Int128(amount.stroops) }
        }
        if to?.account == account {
            guard let received = self.asset, let amount else { return nil }
            if received.text == asset, received.issuer != account { sum += Int128(amount.stroops) }
        }
        return sum
    }
}

/// A payment of a list that this version cannot read: what is left to show of it.
extension Unread {
    /// When its ledger closed; nil if that cannot be read.
    package var time: Timestamp? { json["created_at"]?.asString.flatMap { Timestamp($0) } }

    /// The document.
    ///
    /// - Parameter isWhole: whether to include the paging token.
    func document(isWhole: Bool) -> JSON {
        let token = json["paging_token"]?.asString
        return .object(
            JSONObject(
                [
                    ("unread", .string(reason)), ("date", time.map { .string($0.rfc3339) } ?? .null),
                    (
                        "hash",
                        json["transaction_hash"]?.asString.flatMap(TransactionHash.init(hex:)).map { .string($0.hex) }
                            ?? .null
                    ),
                ] + (isWhole ? [("cursor", token.map { .string($0) } ?? .null)] : [])))
    }
}

extension Readable<PaymentRecord> {
    /// The paging token after which the list continues; nil if that cannot be read.
    package var pagingToken: String? {
        switch self {
        case .read(let record): record.pagingToken
        case .unread(let unread): unread.json["paging_token"]?.asString
        }
    }
}

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
    /// - Parameters:
    ///   - cursor: the paging token after which to continue.
    ///   - notices: what the user should know about the history.
    /// - Throws: `.badInput` for an account that was never seen, and for a cursor that is none.
    package static func all(
        of account: AccountID, limit: Int, cursor: String?, withMemos: Bool = false, in ledger: AnyLedger,
        context: OnlineContext, noting notices: inout [Notice]
    ) throws(Failure) -> [Readable<PaymentRecord>] {
        if let client = ledger.rpc {
            var history = try KeptHistory(of: account, by: client, in: context)
            let payments = try history.payments(limit: limit, after: cursor)
            notices += try history.notices()
            return payments.map { .read($0) }
        }
        guard let client = ledger.horizon else { throw Failure(.bug, "the ledger is read nowhere") }
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
    ///   - isWhole: whether to include the paging token, as a list that can be continued does.
    package func json(_ names: [AccountID: String], isWhole: Bool) -> JSON {
        func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        var members: [(String, JSON)] = [
            ("type", .string(record.type)), ("direction", optional(direction?.rawValue)),
            ("successful", .bool(record.isSuccessful)), ("asset", optional(record.asset?.text)),
            ("amount", optional(record.amount?.fixedText)), ("source_asset", optional(record.givenAsset?.text)),
            ("source_amount", optional(record.givenAmount?.fixedText)),
        ]
        members += [
            ("from", optional(record.from?.address)), ("to", optional(record.to?.address)),
            ("counterparty", optional(counterparty?.address)),
            ("contact", optional(counterparty?.account.flatMap { names[$0] })),
            ("date", .string(record.createdAt.rfc3339)),
            ("hash", .string(record.transactionHash.hex)), ("memo", record.memo.map(\.document) ?? .null),
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
