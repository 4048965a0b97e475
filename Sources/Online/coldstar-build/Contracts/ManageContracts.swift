// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Review
import Stellar
import StellarXDR
import Terminal
import Workspace

struct ManageContracts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contracts",
        abstract: "The contracts that the signer's book pins, compared with the network at build and at submission.",
        subcommands: [ImportContracts.self, ListContracts.self, RemoveContract.self])
}

struct ImportContracts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take the pins that 'coldstar-sign book contracts export' wrote, all or none.",
        discussion: "Example: coldstar-build contracts import contracts.json")

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String

    @OptionGroup var local: LocalOptions

    func run() throws {
        let (bytes, origin) = try InputFile.read(file, limit: ContractPins.limit)
        let pins = try ContractPins.pins(in: bytes, origin: origin)
        try local.context.contractPins().keep(pins)
        try local.tell(
            ["contracts": .integer(pins.count)], "\(pins.count) contract\(pins.count == 1 ? "" : "s") taken")
    }
}

struct ListContracts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show all pinned contracts.",
        discussion: "Example: coldstar-build contracts list --json")

    @OptionGroup var local: LocalOptions

    func run() throws {
        let pins = try local.context.contractPins().all()
        if local.json { return try Console.result(document: ContractPins.document(of: pins)) }
        guard !pins.isEmpty else { return Console.message("no contracts") }
        for pin in pins {
            let hash = pin.wasmHash ?? pin.specHash
            let what = pin.asset?.text ?? hash.map { Hex.encode($0.bytes) } ?? "no hash"
            try Console.result(
                line:
                    "\(ForeignName(pin.label).text)  \(StrKey.contract(pin.contract).text)  \(pin.network.label)  \(what)"
            )
        }
    }
}

struct RemoveContract: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a pinned contract.",
        discussion: "Example: coldstar-build contracts remove vault")

    @Argument(help: "The contract's label, or C...")
    var contract: String

    @OptionGroup var local: LocalOptions

    func run() throws {
        try local.context.contractPins().remove(contract)
        try local.tell(
            ["removed": .string(contract)], "\(TerminalText.escape(contract)) is no longer a pinned contract")
    }
}
