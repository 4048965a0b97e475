// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Building
import Horizon
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec

struct LookupAnchors: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchors",
        abstract: "Which of the assets that an account holds have an anchor, and what it offers.",
        discussion: """
            The home domain is what the issuer's account says; "listed" tells whether the domain's stellar.toml names the asset, too.
            Example: coldstar-build lookup anchors --network testnet G...
            """)

    @Argument(help: "G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var account: String

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        var view = try options.view()
        let record = try view.existing(id)
        let rows = try IssuerAnchor.all(
            of: record, in: &view, by: try options.horizon.transport(), allowsLoopback: options.horizon.httpLoopback)
        try options.print(
            ["account": .string(id.address), "anchors": .array(rows.map(\.json))],
            rows.isEmpty
                ? ["no issuer of what it holds names a home domain"]
                : TextTable.lines([IssuerAnchor.header] + rows.map(\.cells))
        )
    }
}

extension IssuerAnchor {
    fileprivate static let header = ["asset", "home domain", "listed", "offers", "issuer"]

    fileprivate var cells: [String] {
        [
            asset.code, TerminalText.escape(domain), problem == nil ? (isListed ? "yes" : "no") : "",
            problem ?? services.map(\.rawValue).joined(separator: " "), asset.issuer?.address ?? "",
        ]
    }
}
