// SPDX-License-Identifier: Apache-2.0

import LedgerAPI
package import Markup
package import Stellar
import StellarXDR
import Workspace

/// A statement as a page that stands alone: no script, no picture, nothing that is fetched.
package struct StatementPage {
    private let statement: Statement
    private let zone: LocalZone

    package init(_ statement: Statement, zone: LocalZone = .machine) { (self.statement, self.zone) = (statement, zone) }

    /// The whole page.
    package var document: String {
        HTML.document {
            tag(.head) {
                tag(.meta, .charset)
                tag(.meta, .name("viewport"), .content("width=device-width"))
                tag(.title) { title }
                HTML.style(
                    """
                    body{font:14px/1.4 system-ui,sans-serif;margin:2rem;color:#111;background:#fff}\
                    table{border-collapse:collapse;margin:1rem 0}\
                    th,td{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}\
                    .number{text-align:right;font-variant-numeric:tabular-nums}\
                    .number data,td time{white-space:nowrap}\
                    .code,.small{font-size:11px;overflow-wrap:anywhere}\
                    .code{font-family:ui-monospace,monospace}\
                    td .code,td .small{display:block;max-width:16em}\
                    .number .code{margin-left:auto}\
                    .warning{font-weight:bold}\
                    @media print{body{margin:0;font-size:9px}.code,.small{font-size:7px}}
                    """)
            }
            tag(.body) {
                tag(.main) {
                    tag(.h1) { title }
                    content
                }
            }
        }.markup
    }

    private var title: String {
        let period = [statement.period.from.map { "from \($0.text)" }, statement.period.to.map { "to \($0.text)" }]
        return (["Statement"] + period.compactMap(\.self)).joined(separator: " ")
    }

    /// The statement without the page around it.
    package var content: HTML {
        HTML {
            tag(.p) { "On \(statement.network.label), made \(statement.made.utc). Days are those of UTC." }
            for account in statement.accounts {
                tag(.section) {
                    heading(account)
                    balances(account)
                    for balance in account.balances where balance.unexplained != 0 {
                        tag(.p, .class("warning")) { account.sums(of: balance) }
                    }
                    for remark in account.remarks {
                        tag(.p, remark.isWarning ? .class("warning") : nil) { remark.text }
                    }
                    rows(account)
                }
            }
        }
    }

    private func heading(_ account: AccountStatement) -> HTML {
        tag(.h2) {
            if let name = account.name { tag(.span, .noTranslation) { name + " " } }
            address(account.account.address)
        }
    }

    private func balances(_ account: AccountStatement) -> HTML {
        tag(.table, .test("balances")) {
            tag(.thead) {
                tag(.tr) { for name in ["Asset", "Opening", "Rows", "Closing", "Unexplained"] { header(name) } }
            }
            tag(.tbody) {
                for balance in account.balances {
                    tag(.tr) {
                        tag(.td, .noTranslation) { code(balance.asset.plain) }
                        number(Amount.text(ofSum: balance.opening))
                        number(Amount.text(ofSum: balance.change))
                        number(Amount.text(ofSum: balance.closing))
                        number(balance.unexplained == 0 ? "" : Amount.text(ofSum: balance.unexplained))
                    }
                }
            }
        }
    }

    private static let columns = [
        "Time", "Direction", "Kind", "Counterparty", "Amount", "Other side", "Fee (XLM)", "Memo", "Note", "Transaction",
    ]

    private func rows(_ account: AccountStatement) -> HTML {
        tag(.table, .test("statement")) {
            tag(.thead) { tag(.tr) { for name in Self.columns { header(name) } } }
            tag(.tbody) { for row in account.rows { line(row) } }
        }
    }

    private func line(_ row: StatementRow) -> HTML {
        tag(.tr) {
            tag(.td) {
                tag(.time, .datetime(row.time.rfc3339)) { row.time.utc }
                tag(.span, .class("small")) { "local \(zone.plain(row.time))" }
            }
            tag(.td) { row.direction.rawValue }
            tag(.td, .noTranslation) { row.kind.name }
            tag(.td, .noTranslation) {
                if let name = row.name { tag(.span) { StatementRow.visible(name) + " " } }
                if let party = row.counterparty { address(party.address) }
            }
            amount(row.movement?.part)
            amount(row.movement?.other)
            number(row.fee.map { Amount(stroops: $0).text } ?? "")
            tag(.td, .noTranslation) { StatementRow.visible(row.memo?.plain) }
            tag(.td, .noTranslation) { StatementRow.visible(row.note) }
            tag(.td, .noTranslation) {
                code(row.hash.hex)
                tag(.span, .class("small")) { details(row) }
            }
        }
    }

    /// An amount with its asset, and below it the asset's issuer.
    private func amount(_ part: EffectRecord.Part?) -> HTML {
        tag(.td, .class("number"), .noTranslation) {
            if let part {
                data(part.amount.text)
                " \(part.asset.code)"
                if let issuer = part.asset.issuer { address(issuer.address) }
            }
        }
    }

    private func details(_ row: StatementRow) -> String {
        var parts = [" ledger \(row.ledger)"]
        if let movement = row.movement { parts.append("operation \(movement.operation)") }
        if let batch = row.batch {
            parts.append("batch \(StatementRow.visible(batch.name))" + (row.line.map { " row \($0)" } ?? ""))
        }
        if !row.signers.isEmpty { parts.append("signed by " + row.signers.map(\.text).joined(separator: " ")) }
        return (parts + [row.source.rawValue]).joined(separator: ", ")
    }

    private func header(_ name: String) -> HTML { tag(.th, .scope("col")) { name } }

    private func number(_ text: String) -> HTML { tag(.td, .class("number")) { text.isEmpty ? HTML.none : data(text) } }

    private func data(_ amount: String) -> HTML { tag(.data, .value(amount)) { amount } }

    private func address(_ text: String) -> HTML {
        tag(.span, .class("code"), .data("address", text)) { text }
    }

    private func code(_ text: String) -> HTML { tag(.span, .class("code")) { text } }
}
