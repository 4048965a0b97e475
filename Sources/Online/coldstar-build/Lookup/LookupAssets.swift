// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Building
import Faults
import OnlineShell
import Shell

struct LookupAssets: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "What an account holds, and who issues it; or assets that many people use.",
        discussion: """
            A home domain is the issuer's own claim. To be known says nothing about what an asset is worth.
            Example: coldstar-build lookup assets --network testnet G...
            Example: coldstar-build lookup assets --network testnet --known
            """)

    @Argument(help: "G..., M..., a contact, or name*domain (default: your own).", completion: Completion.accounts)
    var account: String?

    @Flag(help: "List the network's well-known assets; the network is not used.")
    var known = false

    @OptionGroup var options: Lookup.Options

    func run() throws {
        switch (account, known) {
        case (nil, true): try options.print(KnownAssetList(on: try options.network.required()))
        case (let account, false):
            let id = try options.account(account)
            var view = try options.view()
            try options.print(try HoldingList(of: id, in: &view))
        case (_?, true): throw Failure(.usage, "give either an account or --known")
        }
    }
}
