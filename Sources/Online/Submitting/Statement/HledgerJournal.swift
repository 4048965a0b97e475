// SPDX-License-Identifier: Apache-2.0

import LedgerAPI
import Stellar
import StellarXDR

/// A statement as a plain-text journal, which hledger reads: one entry for each row, and entries that state the
/// balances before the first and assert those after the last.
///
/// Texts of others stand only in the first line of an entry, in its description and comment, where hledger reads
/// neither accounts nor amounts nor dates.
struct HledgerJournal {
    private let statement: Statement
    private let own: Set<AccountID>

    init(_ statement: Statement) {
        self.statement = statement
        own = Set(statement.accounts.map(\.account))
    }

    var text: String {
        var entries = [header]
        for account in statement.accounts {
            let (first, last) = statement.ends(of: account)
            entries += account.balances.filter { $0.opening != 0 }.map { opening($0, account, first) }
            entries += account.rows.map { entry($0, account) }
            entries += account.balances.map { closing($0, account, last) }
        }
        return entries.joined(separator: "\n")
    }

    private var header: String {
        let period = [statement.period.from?.text, statement.period.to?.text].map { $0 ?? "" }.joined(separator: "..")
        return "; statement of \(own.count) account\(own.count == 1 ? "" : "s") on \(statement.network.label)"
            + (period == ".." ? "" : ", \(period)") + ", made \(statement.made.rfc3339); days are those of UTC\n"
    }

    // MARK: entries

    private func entry(_ row: StatementRow, _ account: AccountStatement) -> String {
        let own = Self.account(account)
        var postings: [Posting] = []
        if let movement = row.movement {
            let amount = Int128(movement.part.amount.stroops)
            let asset = movement.part.asset
            // An issuer makes its own assets.
            let holder = asset.issuer == account.account ? "equity:issued" : own
            switch movement.direction {
            case .into:
                postings += [Posting(holder, amount, asset), Posting(counter(row, "income:unknown"), -amount, asset)]
            case .out:
                postings += [Posting(holder, -amount, asset), Posting(counter(row, "expenses:unknown"), amount, asset)]
            case .trade:
                postings += [Posting(holder, -amount, asset), Posting("equity:conversion", amount, asset)]
                if let other = movement.other {
                    let got = Int128(other.amount.stroops)
                    let holder = other.asset.issuer == account.account ? "equity:issued" : own
                    postings += [
                        Posting("equity:conversion", -got, other.asset), Posting(holder, got, other.asset),
                    ]
                }
            case .own: postings += [Posting(holder, 0, asset), Posting("equity:transfers", 0, asset)]
            }
        }
        if let fee = row.fee {
            postings += [Posting(own, -Int128(fee), .native), Posting("expenses:fees", Int128(fee), .native)]
        }
        var tags = [("kind", row.kind.name), ("hash", row.hash.hex)]
        if let operation = row.movement?.operation { tags.append(("operation", String(operation))) }
        if let party = row.counterparty { tags.append(("counterparty", party.address)) }
        if let memo = row.memo, memo != .none { tags.append(("memo", memo.plain)) }
        if let note = row.note { tags.append(("note", note)) }
        if let batch = row.batch { tags.append(("batch", batch.name)) }
        if let line = row.line { tags.append(("row", String(line))) }
        let payee = row.name ?? row.counterparty?.address ?? row.kind.name
        let memo = row.memo.map { $0 == .none ? "" : " | \(Self.oneLine($0.plain))" } ?? ""
        return lines(row.time, String(row.hash.hex.prefix(8)), Self.oneLine(payee) + memo, tags, postings)
    }

    private func opening(_ balance: StatementBalance, _ account: AccountStatement, _ time: Timestamp) -> String {
        lines(
            time, "opening", "opening balance", [("kind", "opening")],
            [
                Posting(Self.account(account), balance.opening, balance.asset),
                Posting("equity:opening balances", -balance.opening, balance.asset),
            ])
    }

    /// An assertion of the balance, and what no row explains.
    private func closing(_ balance: StatementBalance, _ account: AccountStatement, _ time: Timestamp) -> String {
        lines(
            time, "closing", "closing balance", [("kind", "closing")],
            [
                Posting(Self.account(account), balance.unexplained, balance.asset, asserting: balance.closing),
                Posting("equity:unexplained", -balance.unexplained, balance.asset),
            ])
    }

    /// Another account of this statement, or what its user will say.
    private func counter(_ row: StatementRow, _ otherwise: String) -> String {
        row.counterparty?.account.map(own.contains) == true ? "equity:transfers" : otherwise
    }

    // MARK: the format

    private struct Posting {
        let account: String
        let amount: String

        init(_ account: String, _ amount: Int128, _ asset: Asset, asserting balance: Int128? = nil) {
            self.account = account
            let commodity = HledgerJournal.commodity(asset)
            self.amount =
                "\(Amount.text(ofSum: amount)) \(commodity)"
                + (balance.map { " = \(Amount.text(ofSum: $0)) \(commodity)" } ?? "")
        }
    }

    private func lines(
        _ time: Timestamp, _ code: String, _ description: String, _ tags: [(name: String, value: String)],
        _ postings: [Posting]
    ) -> String {
        // A comma ends the value of a tag, and what follows may look like another one.
        let comment = tags.map { "\($0.name): " + Self.oneLine($0.value).split(separator: ",").joined(separator: ";") }
        // With a code of its own, a description that begins with a bracket is no code.
        return "\(time.rfc3339.prefix(10)) * (\(code)) \(description)  ; \(comment.joined(separator: ", "))\n"
            + postings.map { "    \($0.account)  \($0.amount)\n" }.joined()
    }

    /// `XLM`, or the code and the issuer in quotation marks: assets of several issuers share a code.
    private static func commodity(_ asset: Asset) -> String { asset == .native ? asset.plain : "\"\(asset.text)\"" }

    private static func account(_ account: AccountStatement) -> String {
        // A name of several contacts, or one with the format's own characters, names no account of a journal.
        let plain = account.name.map { name in
            name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0)
            }
        }
        return "assets:" + (plain == true ? account.name ?? "" : account.account.address)
    }

    /// Text of others on one line of a description or a comment: without what ends it, or begins a comment.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: " "
                    default: scalar == ";" ? "," : scalar
                    }
                }))
    }
}
