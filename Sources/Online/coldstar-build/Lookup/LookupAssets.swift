// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Building
import Faults
import Horizon
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec

struct LookupAssets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "What an account holds, and who issues it; or assets that many people use.",
        discussion: """
            A home domain is the issuer's own claim. To be known says nothing about what an asset is worth.
            Example: coldstar-build lookup assets --network testnet G...
            Example: coldstar-build lookup assets --network testnet --known
            """)

    @Argument(help: "G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var account: String?

    @Flag(help: "List the network's well-known assets; the network is not used.")
    var known = false

    @OptionGroup var options: Lookup.Options

    func run() throws {
        switch (account, known) {
        case (nil, true): try listKnown()
        case (let account?, false): try list(account)
        default: throw Failure(.usage, "give either an account or --known")
        }
    }

    // MARK: well-known ones

    private func listKnown() throws(Failure) {
        let network = try options.network.required()
        let assets = KnownAsset.on(network)
        let entries = assets.map { asset -> JSON in
            ["asset": .string(asset.text), "listed_by": .string(asset.homeDomain)]
        }
        let lines = TextTable.lines(assets.map { [$0.text, "listed by \($0.homeDomain)"] })
        try options.print(
            ["assets": .array(entries)],
            lines.isEmpty ? ["no assets are known for \(network.label)"] : lines)
    }

    // MARK: an account's

    private func list(_ text: String) throws(Failure) {
        let id = try options.account(text)
        var view = try options.view()
        let record = try view.existing(id)
        let holdings = try Holding.all(of: record, in: &view)
        try options.print(
            ["account": .string(id.address), "assets": .array(holdings.map(\.json))],
            TextTable.lines([Holding.header] + holdings.map(\.cells), rightAligned: [1]))
    }
}

extension Holding {
    fileprivate static let header = ["asset", "balance", "limit", "home domain", "issuer"]

    fileprivate var cells: [String] {
        let limit = balance.limit.map { $0 == .max ? "none" : $0.text } ?? ""
        return [
            balance.asset?.code ?? balance.name,
            balance.balance.text + (balance.isAuthorized ? "" : " (not authorized)"),
            limit, homeDomain.map { TerminalText.escape($0) } ?? "", balance.asset?.issuer?.address ?? "",
        ]
    }
}
