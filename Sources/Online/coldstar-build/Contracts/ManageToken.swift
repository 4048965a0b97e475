// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Terminal

struct ManageToken: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Transfer, approve or burn a token through its contract (SEP-41).",
        subcommands: [TokenTransfer.self, TokenApprove.self, TokenBurn.self])
}

/// Options of every command about a token.
struct TokenOptions: ParsableArguments {
    @Option(help: "The token: C..., native, CODE or CODE:ISSUER.", completion: Completion.assets)
    var token: String

    @Option(help: "Units of the token, exact to its decimals.")
    var amount: String

    @OptionGroup var simulation: CallOptions
    @OptionGroup var options: BuildOptions

    func build(_ action: TokenInput.Action) throws {
        try options.build(
            simulation, TokenInput(token: try FieldID.token.value(of: token), amount: amount, action))
    }
}

struct TokenTransfer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer",
        abstract: "Transfer a token to an account or a contract.",
        discussion: """
            A payment cannot reach a contract (C...); this can. Accounts may be given as M..., which the recipient then sees.
            Example: coldstar-build token transfer --network testnet --source G... --token USDC:G... --to C... --amount 10.5
            """)

    @Option(
        name: [.customLong("to"), .customLong("destination")],
        help: "The recipient: G..., M..., C..., W..., a contact, or name*domain.", completion: Completion.accounts)
    var to: String

    @OptionGroup var token: TokenOptions

    func run() throws { try token.build(.transfer(to: try FieldID.to.value(of: to))) }
}

struct TokenApprove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Let an account or a contract spend up to an amount of a token, until a ledger.",
        discussion: """
            This replaces the spender's present allowance; the amount 0 revokes it.
            Example: coldstar-build token approve --network testnet --source G... --token USDC:G... --spender C... --amount 10 --expires 7d
            """)

    @Option(help: "Who may spend: G..., C..., a contact, or name*domain.", completion: Completion.accounts)
    var spender: String

    @Option(help: "The last ledger of the allowance, or a duration such as 7d.")
    var expires: String?

    @OptionGroup var token: TokenOptions

    func run() throws {
        try token.build(
            .approve(
                spender: try FieldID.spender.value(of: spender), expires: try FieldID.expires.optionalValue(of: expires)
            ))
    }
}

struct TokenBurn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "burn",
        abstract: "Destroy an amount of a token.",
        discussion: """
            Example: coldstar-build token burn --network testnet --source G... --token USDC:G... --amount 10
            """)

    @OptionGroup var token: TokenOptions

    func run() throws { try token.build(.burn) }
}
