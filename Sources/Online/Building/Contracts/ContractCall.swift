// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
import Review
import Stellar
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
