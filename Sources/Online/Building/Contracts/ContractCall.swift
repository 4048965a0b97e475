// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
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

/// A transaction about contracts that a user gives, without its signatures.
package struct UnsignedCall: Sendable {
    package let transaction: Transaction
    package let network: Network
    package let note: String?
    /// The request that it came in, whose hints go on; nil for a bare transaction.
    package let request: SigningRequest?
    /// The number of signatures that it had.
    package let signatures: Int

    /// - Throws: `.badInput` for a fee bump.
    package init(_ given: GivenTransaction, _ networks: NetworkSelection) throws(Failure) {
        try self.init(
            given.envelope, on: try given.network(networks), note: given.note, request: given.request,
            origin: given.origin)
    }

    /// - Parameter origin: the name of the input in errors.
    /// - Throws: `.badInput` for a fee bump.
    package init(
        _ envelope: TransactionEnvelope, on network: Network, note: String? = nil, request: SigningRequest? = nil,
        origin: String
    ) throws(Failure) {
        guard case .transaction(let content) = envelope.content else {
            throw Failure(.badInput, "\(origin): this is a fee bump: give its inner transaction")
        }
        (transaction, self.network, self.note, self.request) = (content, network, note, request)
        signatures = envelope.signatures.count
    }

    /// The operation, if it calls a contract.
    package var operation: InvokeHostFunctionOp? {
        guard transaction.operations.count == 1, case .invokeHostFunction(let op)? = transaction.operations.first?.body
        else { return nil }
        return op
    }
}

extension Transaction {
    /// The transaction with other authorization entries in its one operation, which must be a contract call.
    package func replacing(auth: [SorobanAuthorizationEntry]) -> Transaction {
        guard operations.count == 1, let operation = operations.first,
            case .invokeHostFunction(var op) = operation.body
        else { return self }
        op.auth = auth
        var copy = self
        let body = OperationBody.invokeHostFunction(op)
        copy.operations =
            BoundedArray([Operation(sourceAccount: operation.sourceAccount, body: body)]) ?? operations
        return copy
    }

    /// The unsigned envelope, version 1.
    package var unsigned: TransactionEnvelope {
        .tx(TransactionV1Envelope(tx: self, signatures: BoundedArray()))
    }
}
