// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
package import Stellar
import StellarXDR
import Workspace

/// The forms in which a statement is written.
package enum StatementFormat: String, CaseIterable, Sendable {
    case csv, json, hledger, html
}

extension Statement {
    /// The statement in a format, as it stands in a file.
    ///
    /// - Parameter zone: in which local times are told.
    package func text(_ format: StatementFormat, zone: LocalZone = .machine) -> String {
        switch format {
        case .csv: csv(zone)
        case .json: JSON.object(JSONObject([("version", 1)] + document(zone))).text(pretty: true) + "\n"
        case .hledger: HledgerJournal(self).text
        case .html: StatementPage(self, zone: zone).document
        }
    }

    /// What a person should know besides the rows, one line each: the sums of each asset, and what is not known.
    package func remarks() -> [(text: String, isWarning: Bool)] {
        accounts.flatMap { account in
            account.balances.map { (account.sums(of: $0), $0.unexplained != 0) } + account.remarks
        }
    }

    /// The times of the opening and the closing balances.
    func ends(of account: AccountStatement) -> (first: Timestamp, last: Timestamp) {
        let first = period.start ?? account.rows.first?.time ?? made
        let last = period.end.map { min(Timestamp($0.seconds - 1), made) } ?? made
        // A server's clock may be ahead of this one.
        return (first, max(first, last, account.rows.last?.time ?? last))
    }

    // MARK: CSV

    /// RFC 4180, with a row of kind `opening` and one of kind `closing` for each asset, and one of kind `unexplained`
    /// for each that does not add up.
    private func csv(_ zone: LocalZone) -> String {
        var lines = [StatementColumn.allCases.map(\.rawValue)]
        for account in accounts {
            let (first, last) = ends(of: account)
            for balance in account.balances {
                lines.append(cells(of: balance.asset, balance.opening, "opening", account, first, zone))
            }
            for row in account.rows { lines.append(row.cells(zone)) }
            for balance in account.balances where balance.unexplained != 0 {
                lines.append(cells(of: balance.asset, balance.unexplained, "unexplained", account, last, zone))
            }
            for balance in account.balances {
                lines.append(cells(of: balance.asset, balance.closing, "closing", account, last, zone))
            }
        }
        return lines.map { CSV.line($0) + "\r\n" }.joined()
    }

    private func cells(
        of asset: Asset, _ amount: Int128, _ kind: String, _ account: AccountStatement, _ time: Timestamp,
        _ zone: LocalZone
    ) -> [String] {
        let direction = kind != "unexplained" ? "none" : amount < 0 ? "out" : "in"
        let texts: [StatementColumn: String] = [
            .time: time.rfc3339, .timeLocal: zone.plain(time), .account: account.account.address,
            .direction: direction, .kind: kind, .asset: asset.plain,
            .amount: Amount.text(ofSum: amount < 0 ? -amount : amount), .source: "ledger",
        ]
        return StatementColumn.allCases.map { texts[$0] ?? "" }
    }

    // MARK: JSON

    private func document(_ zone: LocalZone) -> [(String, JSON)] {
        [
            ("network_passphrase", .string(network.passphrase)),
            ("from", period.from.map { .string($0.text) } ?? .null),
            ("to", period.to.map { .string($0.text) } ?? .null), ("made", .string(made.rfc3339)),
            ("accounts", .array(accounts.map(\.document))),
            ("rows", .array(accounts.flatMap { $0.rows.map { $0.document(zone) } })),
        ]
    }
}

extension AccountStatement {
    /// `XLM: opening 0 + rows 12.5 = closing 12.5`.
    func sums(of balance: StatementBalance) -> String {
        let (opening, closing) = (Amount.text(ofSum: balance.opening), Amount.text(ofSum: balance.closing))
        let change = Amount.text(ofSum: balance.change < 0 ? -balance.change : balance.change)
        let sum = "opening \(opening) \(balance.change < 0 ? "-" : "+") rows \(change)"
        let who = "\(label): \(balance.asset.plain): "
        return balance.unexplained == 0
            ? "\(who)\(sum) = closing \(closing)"
            : "\(who)does not add up: \(sum), but closing \(closing): "
                + "\(Amount.text(ofSum: balance.unexplained)) is explained by no transaction that the server has"
    }

    private var label: String { name.map { TerminalText.escape($0) } ?? account.address }

    /// What the rows do not say.
    var remarks: [(text: String, isWarning: Bool)] {
        var lines: [(text: String, isWarning: Bool)] = []
        for (asset, ledger) in impossible {
            lines.append(
                ("\(label): the balance of \(asset.plain) would have been below zero before ledger \(ledger)", true))
        }
        if case .incomplete(let ledger) = beginning {
            lines.append(
                (
                    "\(label): the server's history of this account begins "
                        + (ledger.map { "in ledger \($0)" } ?? "later")
                        + ", after it was created: the opening balances are calculated back from the present ones",
                    false
                ))
        }
        if let first = missing.first {
            let more = missing.count > 1 ? " and \(missing.count - 1) more" : ""
            lines.append(
                (
                    "\(label): the server no longer has transaction \(first.hash.hex) of ledger \(first.ledger)\(more), "
                        + "which the journal has: there are no rows for what it no longer has", true
                ))
        }
        if contractCalls > 0 {
            lines.append(
                (
                    "\(label): \(contractCalls) contract call\(contractCalls == 1 ? "" : "s"): transfers of tokens that "
                        + "have no classic asset are not listed by Horizon, and have no rows", false
                ))
        }
        if hasPoolShares {
            lines.append(("\(label): shares of liquidity pools are not among the assets of a statement", false))
        }
        if unknown > 0 {
            lines.append(
                (
                    "\(label): \(unknown) transaction\(unknown == 1 ? "" : "s") with content that this version does not "
                        + "know: the rows have the server's word for what moved, without kind, memo and counterparty",
                    true
                ))
        }
        return lines
    }

    fileprivate var document: JSON {
        let balances = self.balances.map { balance -> JSON in
            func text(_ amount: Int128) -> JSON { .string(Amount.text(ofSum: amount)) }
            return [
                "asset": .string(balance.asset.text), "opening": text(balance.opening), "rows": text(balance.change),
                "closing": text(balance.closing), "unexplained": text(balance.unexplained),
            ]
        }
        let (since, ledger): (String, JSON) =
            switch beginning {
            case .creation: ("creation", .null)
            case .calculated: ("from", .null)
            case .incomplete(let ledger): ("incomplete", ledger.map { .string(String($0)) } ?? .null)
            }
        return [
            "account": .string(account.address), "name": name.map { .string($0) } ?? .null,
            "adds_up": .bool(addsUp), "balances": .array(balances), "history": .string(since),
            "history_begins": ledger,
            "missing": .array(
                missing.map { ["hash": .string($0.hash.hex), "ledger": .string(String($0.ledger))] }),
            "remarks": .array(remarks.map { .string($0.text) }),
        ]
    }
}

extension StatementRow {
    /// The other side: `asset` and `amount` of a trade, or of a path payment.
    private var other: EffectRecord.Part? { movement?.other }

    /// Text of others for a table or a page: what would steer a terminal, or change the direction of what is read, is
    /// escaped; letters of every script stay. Empty for nil.
    static func visible(_ text: String?) -> String {
        (text ?? "").unicodeScalars.reduce(into: "") { visible, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                visible += TerminalText.escape(String(scalar))
            default: visible.unicodeScalars.append(scalar)
            }
        }
    }

    /// The cells in the order of the columns.
    func cells(_ zone: LocalZone) -> [String] {
        StatementColumn.allCases.map { column in
            switch column {
            case .time: time.rfc3339
            case .timeLocal: zone.plain(time)
            case .account: account.address
            case .direction: direction.rawValue
            case .kind: kind.name
            case .counterparty: counterparty?.address ?? ""
            case .name: Self.visible(name)
            case .asset: movement?.part.asset.plain ?? ""
            case .amount: movement?.part.amount.text ?? ""
            case .otherAsset: other?.asset.plain ?? ""
            case .otherAmount: other?.amount.text ?? ""
            case .fee: fee.map { Amount(stroops: $0).text } ?? ""
            case .memo: Self.visible(memo?.plain)
            case .note: Self.visible(note)
            case .ledger: String(ledger)
            case .hash: hash.hex
            case .operation: movement.map { String($0.operation) } ?? ""
            case .batch: Self.visible(batch?.name)
            case .row: line.map { String($0) } ?? ""
            case .signedBy: signers.map(\.text).joined(separator: " ")
            case .source: source.rawValue
            }
        }
    }

    /// The members, with the columns' names.
    func document(_ zone: LocalZone) -> JSON {
        func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        let members = StatementColumn.allCases.map { column -> (String, JSON) in
            let value: JSON =
                switch column {
                case .time: .string(time.rfc3339)
                case .timeLocal: .string(zone.rfc3339(time))
                case .account: .string(account.address)
                case .direction: .string(direction.rawValue)
                case .kind: .string(kind.name)
                case .counterparty: text(counterparty?.address)
                case .name: text(name)
                case .asset: text(movement?.part.asset.text)
                case .amount: text(movement?.part.amount.text)
                case .otherAsset: text(other?.asset.text)
                case .otherAmount: text(other?.amount.text)
                case .fee: text(fee.map { Amount(stroops: $0).text })
                case .memo: memo.map(\.document) ?? .null
                case .note: text(note)
                case .ledger: .string(String(ledger))
                case .hash: .string(hash.hex)
                case .operation: movement.map { .integer($0.operation) } ?? .null
                case .batch: text(batch?.name)
                case .row: line.map { .integer($0) } ?? .null
                case .signedBy: .array(signers.map { .string($0.text) })
                case .source: .string(source.rawValue)
                }
            return (column.rawValue, value)
        }
        return .object(JSONObject(members + [("batch_id", text(batch?.id))]))
    }
}
