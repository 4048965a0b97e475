// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Review
import Signing
import Stellar
import StellarXDR
import Terminal

struct BookContracts: ParsableCommand, BookPart {
    static let configuration = CommandConfiguration(
        commandName: "contracts",
        abstract: "Contracts: their code, units, functions that may be called, and who signs for them.",
        subcommands: [Add.self, BookList<Self>.self, BookRemove<Self>.self, BookImport<Self>.self, Export.self])

    static let sections = [BookSection.contracts]
    static let listAbstract = "All contracts."
    static let removal = BookRemoval("Remove a contract.", of: "contract", "The label, or C...", example: "vault")
    static let importing = CommandConfiguration(
        commandName: "import", abstract: "Take the contracts of a signed list, or of what book contracts export wrote.",
        discussion: "Example: coldstar-sign book contracts import contracts.json")

    struct Add: ConfinedCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Pin a contract: what the signer knows about it.",
            discussion: """
                Examples: coldstar-sign book contracts add vault C... --network testnet --from request.json --function deposit
                coldstar-sign book contracts add euro C... --network public --wasm euro.wasm --decimals 18 --symbol EUR
                coldstar-sign book contracts add shared C... --network public --shape map --signer G... --signer G...
                Names of functions and arguments count as verified if a request brings code or an interface of the pinned hash.
                """)

        @Argument(help: "The label.")
        var label: String
        @Argument(help: "The contract, C...")
        var contract: String
        @OptionGroup var network: NetworkOptions
        @Option(help: "Its code, a WebAssembly file.", completion: .file())
        var wasm: String?
        @Option(help: "Its interface: the section contractspecv0 of the code, or the code.", completion: .file())
        var spec: String?
        @Option(help: "The SHA-256 of its code.")
        var wasmHash: String?
        @Option(help: "The asset whose built-in contract it is, CODE:ISSUER or native.")
        var sac: String?
        @Option(help: "A request (TX) that brings its code or interface.", completion: .file())
        var from: String?
        @Option(help: "The decimals of this token, which its transfers are shown in.")
        var decimals: String?
        @Option(help: "The symbol of this token.")
        var symbol: String?
        @Option(help: "The form of this contract account's signatures: bytes64, map or openzeppelin.")
        var shape: String?
        @Option(help: "A key that signs for this contract account, G...; may be given more than once.")
        var signer: [String] = []
        @Option(help: "A function whose calls pass with a warning; may be given more than once.")
        var function: [String] = []
        @Option(help: "Whether its code can be replaced: yes, no or unknown (default: what the interface tells).")
        var upgradable: String?
        @Flag(help: "Put it in the place of what the book has of this contract or label.")
        var replace = false
        @OptionGroup var editor: ListEditor

        var reach: AllowedAccess {
            get throws(Failure) {
                AllowedAccess(file: wasm) + AllowedAccess(file: spec) + TransactionInput.reach(from.map { [$0] } ?? [])
                    + (try editor.reach)
            }
        }

        func validate() throws {
            guard [wasm, spec, wasmHash, sac, from].compactMap({ $0 }).count <= 1 else {
                throw ValidationError("--wasm, --spec, --wasm-hash, --sac and --from exclude each other")
            }
        }

        func run() throws {
            guard let id = try? ContractReference(text: contract).id else {
                throw Failure(.badInput, .words("CONTRACT"), "not a contract's address, C...")
            }
            let (code, network, origin) = try read(id)
            var details = ContractPin.Details()
            details.decimals = try FieldID.decimals.optionalValue(of: decimals)
            (details.symbol, details.functions) = (symbol, function)
            details.shape = try FieldID.shape.optionalValue(of: shape)
            details.signers = try signer.map { text throws(Failure) in try FieldID.signer.value(of: text) }
            details.upgradable = try FieldID.upgradable.optionalValue(of: upgradable)
            let pin = try ContractPin(labelled: label, id, on: network, code: code, details)
            try editor.make(
                .book(
                    { book throws(Failure) in try book.adding(pin, replacing: replace) },
                    origin: code.text(from: origin)))
        }

        private func read(_ id: ContractID) throws(Failure) -> (PinnedCode, Network, origin: String) {
            if let from {
                let request = try ParsedRequest(try TransactionInput(from), network.choice)
                guard let documented = request.network else { throw request.noTransaction }
                let code = try PinnedCode(request.material, of: id, origin: request.origin)
                return (code, documented, request.origin)
            }
            let network = try network.required()
            if let file = wasm ?? spec {
                let (bytes, origin) = try InputFile.read(file, limit: ContractLimits.module)
                return (try PinnedCode(bytes, isModule: wasm != nil, origin: origin), network, origin)
            }
            if let wasmHash {
                return (.wasmHash(try FieldID.wasmHash.value(of: wasmHash, as: CodeHash.self).hash), network, "")
            }
            if let sac { return (.asset(try FieldID("sac").value(of: sac)), network, "") }
            return (.nothing, network, "")
        }
    }

    struct Export: ConfinedCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "The contracts as a document for the online side, which compares them with the network.",
            discussion: """
                Example: coldstar-sign book contracts export --out contracts.json
                It is not signed; for another vault, use book export.
                """)

        @OptionGroup var home: HomeOptions
        @OptionGroup var output: OutputOptions

        var reach: AllowedAccess { get throws(Failure) { output.reach + (try home.toRead) } }

        func run() throws {
            try output.checkFree()
            let pins = try VaultContext(home).book.contracts
            guard !pins.isEmpty else { throw Failure(.noInput, "the book has no contracts") }
            try output.deliver(ContractPin.document(of: pins).text(pretty: true))
        }
    }
}
