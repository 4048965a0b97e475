// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
import Review
package import Stellar
package import StellarXDR
import Workspace

/// A call of a contract as a user describes it.
package protocol CallInput: Sendable {
    /// The call, on behalf of the builder's source account.
    ///
    /// - Parameter client: knows the contract.
    func call(in builder: inout TransactionBuilder, _ client: RPCClient) throws(Failure) -> ContractCall
}

/// A call of a contract's function with its arguments by name, as the contract's interface has them.
package struct InvokeInput: CallInput {
    /// The largest file with an interface, in bytes: a little more than the network accepts as a contract's code.
    package static let interfaceLimit = 1 << 18

    private let contract: ContractID
    private let words: [String]
    private let interface: [UInt8]?
    private let readFile: @Sendable (_ path: String, _ limit: Int) throws(Failure) -> [UInt8]

    /// - Parameters:
    ///   - words: `FUNCTION --ARG VALUE …`, see docs/CONTRACTS.md §Arguments.
    ///   - interface: the module or its section `contractspecv0`, for code that is not on the ledger.
    ///   - readFile: reads the file of an argument `--ARG-file-path PATH`.
    package init(
        _ contract: ContractID, _ words: [String], interface: [UInt8]? = nil,
        readFile: @escaping @Sendable (_ path: String, _ limit: Int) throws(Failure) -> [UInt8]
    ) {
        (self.contract, self.words, self.interface, self.readFile) = (contract, words, interface, readFile)
    }

    package func call(in builder: inout TransactionBuilder, _ client: RPCClient) throws(Failure) -> ContractCall {
        let found = try builder.interface(of: contract, from: client, file: interface)
        return try ContractCall(words, of: found, readFile: readFile)
    }
}

/// A call whose arguments are values already.
package struct GivenCall: CallInput {
    private let contract: ContractID
    private let call: InvokeContractArgs

    package init(_ contract: ContractID, _ call: InvokeContractArgs) { (self.contract, self.call) = (contract, call) }

    package func call(in builder: inout TransactionBuilder, _ client: RPCClient) throws(Failure) -> ContractCall {
        ContractCall(call, of: try builder.interface(of: contract, from: client))
    }
}

extension TransactionBuilder {
    /// A contract's interface, from the ledger or from a file; a pin of the contract must allow it.
    fileprivate func interface(
        of contract: ContractID, from client: RPCClient, file: [UInt8]? = nil
    ) throws(Failure) -> ContractInterface {
        let found = try ContractInterface(contract, from: client, file: file)
        try found.check(try wanted.context.contractPins().pin(of: contract, on: network))
        return found
    }
}

/// A call of a contract that is to be simulated, and what is known about it.
package struct ContractCall: Sendable {
    package let call: InvokeContractArgs
    /// The called contract; nil for a token that is known by its asset.
    package let interface: ContractInterface?
    /// The asset whose contract is called, if it is that of one.
    package let asset: Asset?

    package init(_ call: InvokeContractArgs, of interface: ContractInterface?, asset: Asset? = nil) {
        self.call = call
        self.interface = interface
        self.asset = asset
    }

    /// The call of a function with its arguments by name, as the contract's interface has them.
    ///
    /// - Parameters:
    ///   - words: `FUNCTION --ARG VALUE …`, see docs/CONTRACTS.md §Arguments.
    ///   - readFile: reads the file of an argument `--ARG-file-path PATH`.
    package init(
        _ words: [String], of interface: ContractInterface,
        readFile: (_ path: String, _ limit: Int) throws(Failure) -> [UInt8]
    ) throws(Failure) {
        do { call = try interface.spec.call(words, of: interface.contract, readFile: readFile) } catch {
            throw Failure(error)
        }
        self.interface = interface
        asset = nil
    }

    var operation: OperationBody {
        .invokeHostFunction(InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: []))
    }

    /// The contract with its interface, for the names that the signer shows; nil for a Stellar asset, whose functions
    /// it knows.
    var hint: JSON? {
        guard let interface, !interface.isStellarAsset, interface.spec.section.count <= Self.longestInterface else {
            return nil
        }
        var members: [(String, JSON)] = [
            ("id", .string(StrKey.contract(interface.contract).text)),
            ("spec", .string(Base64.encode(interface.spec.section))),
        ]
        if let hash = interface.codeHash { members.append(("wasm_hash", .string(Hex.encode(hash.bytes)))) }
        return .object(JSONObject(members))
    }

    /// Interfaces of real contracts have 1 to 8 KiB; a longer one would make QR codes of a request unwieldy.
    private static let longestInterface = 1 << 14
}

extension TransactionBuilder {
    /// Builds the transaction with a contract call, simulates it, and makes the request of the result.
    ///
    /// What the simulation added is noted, with everything that the call alone does not explain.
    package mutating func request(
        for call: ContractCall, by client: RPCClient, _ terms: SimulationTerms
    ) throws(Failure) -> BuiltRequest {
        guard !isAppending else {
            throw Failure(.usage, "a contract call must be the only operation of its transaction")
        }
        if let hint = call.hint { hints["contracts"] = [hint] }
        return try request(for: [Operation(sourceAccount: operationSource, body: call.operation)]) {
            builder, transaction throws(Failure) in try builder.simulated(transaction, of: call, by: client, terms)
        }
    }

    /// Builds the transaction with an operation about contracts and simulates it, likewise.
    ///
    /// - Parameter resources: of an earlier simulation.
    mutating func request(
        for operation: Operation, _ resources: SorobanTransactionData, by client: RPCClient, _ terms: SimulationTerms
    ) throws(Failure) -> BuiltRequest {
        try request(for: [operation]) { builder, drafted throws(Failure) in
            let transaction: Transaction
            do throws(DraftError) { transaction = try drafted.using(resources) } catch {
                throw Failure(.badInput, Wording(error.message))
            }
            return try builder.simulated(transaction, of: nil, by: client, terms)
        }
    }

    private mutating func simulated(
        _ transaction: Transaction, of call: ContractCall?, by client: RPCClient, _ terms: SimulationTerms
    ) throws(Failure) -> (HashedTransaction, [OperationReview]?) {
        let simulated = try SimulatedTransaction(transaction, by: client, terms)
        hints["ledger"] = .integer(simulated.simulation.latestLedger)
        let report = SimulationReport(simulated, of: call, on: network, now: wanted.now)
        notices += report.notices
        return (report.transaction, report.operations)
    }
}

/// What a transaction that calls a contract may not have beside the call.
///
/// - Source: CAP-67; the network applies no such transaction since protocol 25 (`txSOROBAN_INVALID`), and a server does
///   not simulate it.
enum ContractCallForm {
    /// - Throws: `.badInput` for a memo or a muxed source account beside a call.
    static func check(
        _ operations: some Sequence<Operation>, memo: Memo, source: MuxedAccount
    ) throws(Failure) {
        let calls = operations.filter { if case .invokeHostFunction = $0.body { true } else { false } }
        guard !calls.isEmpty else { return }
        try check(memo: memo, sources: [source] + calls.compactMap(\.sourceAccount))
    }

    /// Checks what stands beside a call, as far as it is known.
    static func check(memo: Memo, sources: [MuxedAccount]) throws(Failure) {
        guard memo == .none else {
            throw Failure(
                .badInput, "a transaction that calls a contract cannot have a memo: the network rejects it",
                hint: "to say whom a transfer is for, give the recipient as a muxed account (M...)")
        }
        for account in sources {
            guard case .muxedEd25519 = account else { continue }
            throw Failure(
                .badInput,
                "a transaction that calls a contract cannot have a muxed source account: the network rejects "
                    + "\(account.address)",
                hint: "use the account itself, \(account.account.address)")
        }
    }

    /// - Throws: as above.
    static func check(_ transaction: Transaction) throws(Failure) {
        try check(transaction.operations, memo: transaction.memo, source: transaction.sourceAccount)
    }
}

// MARK: The contract that is called

/// A contract on the ledger, and the functions that it offers.
package struct ContractInterface: Sendable {
    package let contract: ContractID
    package let instance: ContractInstance
    /// The SHA-256 of its code; nil for the contract of a Stellar asset, which has none.
    package let codeHash: Hash?
    package let spec: ContractSpec
    /// The module's bytes, as far as the server has them.
    package let code: [UInt8]?

    /// Reads the contract's instance and its code, and checks the code's hash.
    ///
    /// - Parameter file: the module or its section `contractspecv0`, for code that is not on the ledger; compared with
    ///   the code where it is.
    /// - Throws: `.badInput` for a contract that does not exist or has no readable interface, `.protocolBroken` for a
    ///   server that lies.
    package init(_ contract: ContractID, from client: RPCClient, file: [UInt8]? = nil) throws(Failure) {
        let (instance, codeHash, code) = try Self.read(contract, client)
        self.contract = contract
        self.instance = instance
        self.codeHash = codeHash
        self.code = code
        spec = try Self.spec(of: instance, code: code, file: file)
        if file != nil { try checkFile() }
    }

    private static func read(
        _ contract: ContractID, _ client: RPCClient
    ) throws(Failure) -> (ContractInstance, Hash?, [UInt8]?) {
        do {
            guard let instance = try client.contractInstance(contract) else {
                throw Failure(
                    .badInput,
                    "the contract \(StrKey.contract(contract).text) does not exist on \(client.network.label)")
            }
            let hash = try client.codeHash(of: instance.executable)
            return (instance, hash, try hash.flatMap { try client.contractCode($0) }?.bytes)
        } catch { throw Failure(any: error) }
    }

    private static func spec(
        of instance: ContractInstance, code: [UInt8]?, file: [UInt8]?
    ) throws(Failure) -> ContractSpec {
        do throws(ContractError) {
            if case .stellarAsset = instance.executable, file == nil { return try .stellarAsset() }
            if let bytes = file ?? code { return try ContractSpec(moduleOrSection: bytes) }
        } catch {
            throw Failure(error, file == nil ? .words("the contract's code") : .spec)
        }
        throw Failure(
            .badInput, "the code of the contract \(StrKey.contract(instance.contract).text) is not on the ledger",
            hint: "it may be archived: give its module or interface with \(field: .spec, "FILE")")
    }

    /// A file that is not what the contract runs would encode other arguments than those that are named.
    private func checkFile() throws(Failure) {
        guard !isStellarAsset else {
            throw Failure(.usage, .spec, "the contract of a Stellar asset has an interface of its own")
        }
        if let given = spec.wasmHash, let codeHash, given != codeHash {
            throw Failure(
                .badInput,
                .spec,
                "the module has the hash \(Hex.encode(given.bytes)), but the contract runs \(Hex.encode(codeHash.bytes))"
            )
        }
        guard let code, spec.wasmHash == nil else { return }
        let own: ContractSpec
        do { own = try ContractSpec(moduleOrSection: code) } catch {
            throw Failure(error, .words("the contract's code"))
        }
        guard own.hash == spec.hash else {
            throw Failure(.badInput, .spec, "this is not the interface of the code that the contract runs")
        }
    }

    package var isStellarAsset: Bool {
        if case .stellarAsset = instance.executable { true } else { false }
    }
}

extension ContractInterface {
    /// Compares the contract with the signer's pin of it.
    ///
    /// - Throws: `.refused` if the contract runs other code, or has another interface, than was pinned.
    package func check(_ pin: ContractPin?) throws(Failure) {
        guard let pin else { return }
        let shown = "\(ForeignName(pin.label).text) (\(StrKey.contract(contract).text))"
        if let wanted = pin.wasmHash, wanted != codeHash {
            throw Self.changed(
                shown, "code", codeHash.map { Hex.encode($0.bytes) } ?? "none", Hex.encode(wanted.bytes))
        }
        if let wanted = pin.specHash, !isStellarAsset, wanted != spec.hash {
            throw Self.changed(shown, "interface", Hex.encode(spec.hash.bytes), Hex.encode(wanted.bytes))
        }
    }

    private static func changed(_ contract: String, _ what: String, _ found: String, _ wanted: String) -> Failure {
        Failure(
            .refused, "the \(what) of \(contract) has the hash \(found), but \(wanted) is pinned",
            hint: """
                the contract was upgraded, or the server lies: look at it (\(step: .build(.lookUpContract))), and pin it again in the \
                signer's book
                """)
    }
}

extension ContractInterface {
    /// The asset whose contract this is, by the name in its storage: the id must follow from it.
    func asset(on network: Network) -> Asset? {
        guard isStellarAsset, let name = metadata("name") else { return nil }
        let asset = name == "native" ? Asset.native : try? Asset(name)
        return asset.flatMap { ContractIDPreimage.asset($0).contract(on: network) == contract ? $0 : nil }
    }

    private func metadata(_ field: String) -> String? {
        for entry in instance.storage {
            guard case .symbol(let key) = entry.key, key.bytes.elementsEqual("METADATA".utf8),
                case .map(let fields?) = entry.val
            else { continue }
            for one in fields {
                guard case .symbol(let name) = one.key, name.bytes.elementsEqual(field.utf8),
                    case .string(let value) = one.val
                else { continue }
                return String(validating: value.bytes, as: UTF8.self)
            }
        }
        return nil
    }

    /// The value of a function without arguments; nil if the contract does not have it, or it fails.
    package func read(_ function: String, from client: RPCClient) throws(Failure) -> SCVal? {
        try read(function, [], from: client)
    }

    /// The value that a call would return; nothing is submitted.
    package func read(_ function: String, _ arguments: [SCVal], from client: RPCClient) throws(Failure) -> SCVal? {
        guard let name = SCSymbol(Array(function.utf8)) else { return nil }
        let call = InvokeContractArgs(contractAddress: .contract(contract), functionName: name, args: arguments)
        do { return try client.value(of: call) } catch { throw Failure(error) }
    }
}
