// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Stellar
import Terminal
import Workspace

struct Fund: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fund", abstract: "Create and fund an account with a test network's friendbot.",
        discussion: "Example: coldstar-build fund --network testnet G...")

    @Argument(
        help: "The account: G..., a contact, or name*domain (default: your own).", completion: Completion.accounts)
    var account: String?

    @Flag(help: "Print the outcome as JSON.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        var finder = AccountFinder(home: home, horizon: horizon)
        let field = FieldID.words("the account")
        let account = try finder.find(try field.value(of: Settings.requiredAccount(account, "<account>")), field)
            .account.account
        let network = try network.required()
        let hash = try Friendbot.fund(
            account, on: network, in: OnlineContext(home: home, horizon: horizon, rpc: rpc))
        if json {
            try Console.result(
                document: ["account": .string(account.address), "hash": hash.map { .string($0.hex) } ?? .null],
                pretty: false)
        } else {
            Console.message("friendbot funded \(account.address)")
        }
    }
}
