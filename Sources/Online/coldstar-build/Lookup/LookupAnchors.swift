// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Terminal

struct LookupAnchors: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchors",
        abstract: "Which of the assets that an account holds have an anchor, and what it offers.",
        discussion: """
            The home domain is what the issuer's account says; "listed" tells whether the domain's stellar.toml names the asset, too.
            Example: coldstar-build lookup anchors --network testnet G...
            """)

    @Argument(help: "G..., M..., a contact, or name*domain (default: your own).", completion: Completion.accounts)
    var account: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        var view = try options.view()
        let horizon = options.horizon
        try options.print(
            try IssuerAnchorList(of: id, in: &view, allowsLoopback: horizon.httpLoopback, style: CommandStyle.current) {
                () throws(Failure) in
                try horizon.transport()
            })
    }
}
