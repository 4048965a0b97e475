// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandLine
import Submitting
import Terminal

struct LookupAccount: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Balances, spendable amounts, signers, thresholds and flags of an account.",
        discussion: "Example: coldstar-build lookup account --network testnet G...")

    @Argument(help: "G..., M..., a contact, or name*domain (default: your own).", completion: Completion.accounts)
    var account: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        var view = try options.view()
        try options.print(try AccountDetails(of: id, in: &view, context: options.context))
    }
}
