// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Stellar
import Terminal

struct LookupContract: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "What a contract runs, its functions, and what its author says about it.",
        discussion: "Example: coldstar-build lookup contract --network testnet C...")

    @Argument(help: "The contract, C...")
    var contract: String

    @OptionGroup var rpc: RPCOptions
    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try FieldID.words("the contract").value(of: contract, as: ContractReference.self).id
        let client = try rpc.client(for: try options.network.required(), options.horizon)
        try options.print(try ContractDetails(of: id, by: client))
    }
}
