// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import SafeFiles
import Stellar
import Terminal
import Workspace

struct Invoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invoke",
        abstract: "Call a contract's function with arguments by name, simulated by a Stellar RPC server.",
        discussion: """
            The arguments follow --, as for 'stellar contract invoke'. Give no function to see those of the contract.
            Example: coldstar-build invoke --network testnet --source G... --contract C... -- increment --user G... --value 5
            """)

    @Option(help: "The contract, C... or a contact.")
    var contract: String

    @Option(
        help: "The contract's module or its section contractspecv0, for a contract whose code is not on the ledger.",
        completion: .file())
    var spec: String?

    @Argument(parsing: .postTerminator, help: "FUNCTION --ARG VALUE ..., or --ARG-file-path FILE.")
    var call: [String] = []

    @OptionGroup var simulation: CallOptions
    @OptionGroup var options: BuildOptions

    func run() throws {
        var finder = AccountFinder(options.emission.context())
        let id = try finder.contract(contract, FieldID("contract"))
        let file = try spec.map { path throws(Failure) in
            try InputFile.read(path, limit: InvokeInput.interfaceLimit).bytes
        }
        let input = InvokeInput(id, call, interface: file) { path, limit throws(Failure) in
            try InputFile.read(path, limit: limit).bytes
        }
        try options.build(simulation, input)
    }
}

struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract:
            "Complete an unsigned contract transaction with footprint, resources and authorization, by simulating it.",
        discussion: """
            Example: coldstar-build simulate request.json --out simulated.json
            Authorization entries that the transaction has are kept; an earlier simulation's resources are replaced.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String?

    @OptionGroup var simulation: CallOptions
    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.checkFree()
        let call = try UnsignedCall(try TransactionInput(transaction).toSign(), options.network.choice)
        try options.handOver(
            SimulateJob(
                call, try simulation.terms(), note: options.note, now: try options.clock.time(),
                in: options.context()))
    }
}
