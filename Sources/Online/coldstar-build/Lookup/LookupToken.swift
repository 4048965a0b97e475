// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Stellar
import StellarXDR
import Terminal
import Workspace

struct LookupToken: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "A token's contract and decimals, a balance and an allowance.",
        discussion: """
            Example: coldstar-build lookup token --network testnet USDC:G... --of C...
            Example: coldstar-build lookup token --network testnet USDC:G... --of G... --spender C...
            """)

    @Argument(help: "C..., native or CODE:ISSUER.", completion: Completion.assets)
    var token: String

    @Option(
        name: .customLong("of"), help: "Whose balance: G..., C..., a contact, or name*domain.",
        completion: Completion.accounts)
    var holder: String?

    @Option(
        help: "Also how much of it this account or contract may spend: G..., C..., a contact, or name*domain.",
        completion: Completion.accounts)
    var spender: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let network = try options.network.required()
        let client = try options.rpc.client(for: network, options.horizon)
        let holder = try holder.map { text throws(Failure) in try address(text) }
        let spender = try spender.map { text throws(Failure) in try address(text) }
        let found =
            if case .contract(let id)? = try? StrKey(token) { try Token(id, from: client) } else {
                Token(try FieldID.words("the token").value(of: token), on: network)
            }
        try options.print(try TokenDetails(of: found, heldBy: holder, spentBy: spender, by: client))
    }

    private func address(_ text: String) throws(Failure) -> SCAddress {
        SCAddress(RecipientAddress(try options.holder(text)))
    }
}

struct LookupContract: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "What a contract runs, its functions, and what its author says about it.",
        discussion: "Example: coldstar-build lookup contract --network testnet C...")

    @Argument(help: "The contract, C... or a contact.")
    var contract: String

    @OptionGroup var options: Lookup.Options

    func run() throws {
        var finder = AccountFinder(options.context)
        let id = try finder.contract(contract, .words("the contract"))
        let client = try options.rpc.client(for: try options.network.required(), options.horizon)
        try options.print(try ContractDetails(of: id, by: client))
    }
}
