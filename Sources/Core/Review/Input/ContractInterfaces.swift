// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The interfaces that a request brings for the contracts that it calls, compared with the pins of the book.
struct ContractInterfaces: Sendable {
    /// What an interface's names are worth.
    enum Standing: String, Hashable {
        /// The material has the hash that the book pins for this contract.
        case verified
        /// The book has nothing to compare with.
        case claimed
        /// The book pins another hash, or the built-in contract of an asset.
        case contradicted
    }

    struct Interface: Sendable {
        let spec: ContractSpec
        let standing: Standing
        let pin: ContractPin?
    }

    /// What is known of a contract: its interface, or why it cannot be read.
    typealias Known = Result<Interface, ContractError>

    private var byContract: [ContractID: Known] = [:]

    /// Of more material, none is read.
    static let mostMaterial = 100

    /// The bytes of names, types and values that are shown for an operation's calls: a short call can have long ones.
    static let mostNamed = 32_768

    /// No interface.
    init() {}

    /// - Parameter contracts: those that are called; the material of others is not read.
    init(_ material: [AuthorizationRequest.Material], of contracts: Set<ContractID>, on network: Network, book: Book) {
        for one in material.prefix(Self.mostMaterial) where contracts.contains(one.id) {
            if case .success(let known)? = byContract[one.id], known.standing != .claimed { continue }
            let pin = book.pin(of: one.id, on: network)
            byContract[one.id] = Self.interface(one).map { spec in
                Interface(spec: spec, standing: Self.standing(of: spec, pin), pin: pin)
            }
        }
    }

    private static func interface(_ material: AuthorizationRequest.Material) -> Result<ContractSpec, ContractError> {
        Result { () throws(ContractError) in
            switch material.content {
            case .wasm(let code): try ContractSpec(WasmModule(code))
            case .spec(let section): try ContractSpec(section: section)
            }
        }
    }

    private static func standing(of spec: ContractSpec, _ pin: ContractPin?) -> Standing {
        guard let pin else { return .claimed }
        if pin.asset != nil { return .contradicted }
        if let code = spec.wasmHash, let pinned = pin.wasmHash { return code == pinned ? .verified : .contradicted }
        guard let pinned = pin.specHash else { return .claimed }
        return spec.hash == pinned ? .verified : .contradicted
    }

    /// What is known of the contract that is called; nil if the request brings nothing.
    func known(of call: InvokeContractArgs) -> Known? {
        if case .contract(let id) = call.contractAddress { byContract[id] } else { nil }
    }

    /// What is known of a contract.
    func known(of contract: ContractID) -> Known? { byContract[contract] }

    /// The interface of the contract that is called, if the request brings one.
    func interface(of call: InvokeContractArgs) -> Interface? {
        if case .success(let interface)? = known(of: call) { interface } else { nil }
    }

    /// The pin that allows a call: its interface is verified, fits the call, and is that of code whose function the
    /// book allows.
    func allows(_ call: InvokeContractArgs) -> ContractPin? {
        guard let interface = interface(of: call), interface.standing == .verified, let pin = interface.pin,
            pin.functions.contains(String(decoding: call.functionName.bytes, as: UTF8.self)),
            case .named = interface.spec.named(call)
        else { return nil }
        return pin
    }
}

extension ContractInterfaces {
    /// Those of a transaction's calls.
    init(of transaction: Transaction, on network: Network, _ input: ReviewInput) {
        let operations = transaction.operations.compactMap { operation -> InvokeHostFunctionOp? in
            if case .invokeHostFunction(let op) = operation.body { op } else { nil }
        }
        self.init(of: operations, material: input.claims.contracts, on: network, book: input.book)
    }

    /// Those of an authorization's calls.
    init(of asked: AuthorizationRequest, on network: Network, _ input: ReviewInput) {
        self.init(
            of: [asked.asOperation], material: asked.contracts + input.claims.contracts, on: network, book: input.book)
    }

    private init(
        of operations: [InvokeHostFunctionOp], material: [AuthorizationRequest.Material], on network: Network,
        book: Book
    ) {
        guard !material.isEmpty, !operations.isEmpty else {
            self.init()
            return
        }
        var contracts: Set<ContractID> = []
        for call in operations.flatMap(\.calls) {
            if case .contract(let id) = call.contractAddress { contracts.insert(id) }
        }
        // Accounts that authorize tell by their interface what they check.
        for entry in operations.flatMap(\.auth) {
            if case .contract(let id)? = entry.credentials.address?.address { contracts.insert(id) }
        }
        self.init(material, of: contracts, on: network, book: book)
    }
}
