// SPDX-License-Identifier: Apache-2.0

import AccountWatch
import AddressBook
import ArgumentParser
import Horizon
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec

struct LookupAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Balances, spendable amounts, signers, thresholds and flags of an account.",
        discussion: "Example: coldstar-build lookup account --network testnet G...")

    @Argument(help: "G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var account: String

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        var view = try options.view()
        let record = try view.existing(id)
        let baseReserve = try view.ledger().baseReserve
        let balances = record.balances.map { BalanceLine($0, of: record, baseReserve: baseReserve) }
        let contacts = try Contacts.all(options.home)
        let names = Contacts.names(of: contacts)
        try options.print(document(record, balances, names), lines(record, balances, names))
    }

    private func document(
        _ record: AccountRecord, _ balances: [BalanceLine], _ names: [AccountID: String]
    ) -> JSON {
        let thresholds = record.thresholds
        func name(_ key: SignerKey) -> JSON { Self.name(key, names).map { .string($0) } ?? .null }
        return [
            "account": .string(record.id.address), "name": names[record.id].map { .string($0) } ?? .null,
            "sequence": .string(String(record.sequence)),
            "balances": .array(balances.map(\.json)),
            "signers": .array(
                record.signers.map {
                    ["key": .string($0.key.address), "weight": .integer($0.weight), "name": name($0.key)]
                }),
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

    private static func name(_ key: SignerKey, _ names: [AccountID: String]) -> String? {
        if case .ed25519(let key) = key { names[.ed25519(key)] } else { nil }
    }

    private func lines(
        _ record: AccountRecord, _ balances: [BalanceLine], _ names: [AccountID: String]
    ) -> [String] {
        let name = names[record.id].map { " (\($0))" } ?? ""
        var lines = ["account     \(record.id.address)\(name)", "sequence    \(record.sequence)"]
        for (line, balance) in zip(balances, record.balances) {
            lines.append("balance     \(line.text(issuer: balance.asset?.issuer.flatMap { names[$0] }))")
        }
        lines += record.signers.map { signer in
            let name = Self.name(signer.key, names).map { " (\($0))" } ?? ""
            return "signer      \(signer.key.address) weight \(signer.weight)\(name)"
        }
        let thresholds = record.thresholds
        lines.append("thresholds  low \(thresholds.low), medium \(thresholds.medium), high \(thresholds.high)")
        if !record.flagNames.isEmpty { lines.append("flags       \(record.flagNames.joined(separator: ", "))") }
        if let domain = record.homeDomain { lines.append("domain      \(TerminalText.escape(domain)) (its own claim)") }
        if record.requiresMemo { lines.append("memo        payments to this account need one (SEP-29)") }
        return lines
    }
}
