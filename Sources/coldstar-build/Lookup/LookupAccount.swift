// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Horizon
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec

struct LookupAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Balances, signers, thresholds and flags of an account.",
        discussion: "Example: coldstar-build lookup account --network testnet G...")

    @Argument(help: "G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var account: String

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        var view = try options.view()
        let record = try view.existing(id)
        try options.print(document(record), lines(record))
    }

    private func document(_ record: AccountRecord) -> JSON {
        let thresholds = record.thresholds
        return [
            "account": .string(record.id.address), "sequence": .string(String(record.sequence)),
            "balances": .array(record.balances.map(balance)),
            "signers": .array(
                record.signers.map { ["key": .string($0.key.address), "weight": .integer($0.weight)] }),
            "thresholds": [
                "low": .integer(thresholds.low), "medium": .integer(thresholds.medium),
                "high": .integer(thresholds.high),
            ],
            "flags": .array(record.flagNames.map { .string($0) }),
            "home_domain": record.homeDomain.map { .string($0) } ?? .null,
            "subentries": .integer(record.subentryCount), "sponsoring": .integer(record.sponsoring),
            "sponsored": .integer(record.sponsored), "memo_required": .bool(record.requiresMemo),
        ]
    }

    private func balance(_ balance: AccountBalance) -> JSON {
        var members: [(String, JSON)] = [
            ("asset", .string(balance.name)), ("balance", .string(balance.balance.fixedText)),
            ("selling_liabilities", .string(balance.sellingLiabilities.fixedText)),
            ("buying_liabilities", .string(balance.buyingLiabilities.fixedText)),
            ("authorized", .bool(balance.isAuthorized)),
        ]
        if let limit = balance.limit { members.append(("limit", .string(limit.fixedText))) }
        return .object(JSONObject(members))
    }

    private func lines(_ record: AccountRecord) -> [String] {
        var lines = ["account     \(record.id.address)", "sequence    \(record.sequence)"]
        lines += record.balances.map { balance in
            let limit = balance.limit.map { $0 == .max ? "" : " (limit \($0.text))" } ?? ""
            return
                "balance     \(balance.balance.text) \(balance.name)\(limit)\(balance.isAuthorized ? "" : " (not authorized)")"
        }
        lines += record.signers.map { "signer      \($0.key.address) weight \($0.weight)" }
        let thresholds = record.thresholds
        lines.append("thresholds  low \(thresholds.low), medium \(thresholds.medium), high \(thresholds.high)")
        if !record.flagNames.isEmpty { lines.append("flags       \(record.flagNames.joined(separator: ", "))") }
        if let domain = record.homeDomain { lines.append("domain      \(TerminalText.escape(domain)) (its own claim)") }
        if record.requiresMemo { lines.append("memo        payments to this account need one (SEP-29)") }
        return lines
    }
}
