// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

extension InvokeHostFunctionOp {
    /// Every contract call of the operation: its own, and those of the authorization trees.
    package var calls: [InvokeContractArgs] {
        var calls: [InvokeContractArgs] = []
        if case .invokeContract(let call) = hostFunction { calls.append(call) }
        for case .contractFn(let call) in invocations { calls.append(call) }
        var seen: Set<InvokeContractArgs> = []
        return calls.filter { seen.insert($0).inserted }
    }

    /// Its own call and those that are authorized, each as often as it can be made: an entry for the operation's own
    /// call is that call.
    var callsAsOftenAsMade: [InvokeContractArgs] {
        var all: [SorobanAuthorizedFunction] = []
        var own: SorobanAuthorizedFunction?
        if case .invokeContract(let call) = hostFunction {
            own = .contractFn(call)
            all.append(.contractFn(call))
        }
        for entry in auth {
            let tree = entry.rootInvocation.nodes.map(\.function)
            all += tree.first == own ? tree.dropFirst() : tree[...]
        }
        return all.compactMap { if case .contractFn(let call) = $0 { call } else { nil } }
    }

    /// Whether this is what the operation itself does.
    func isRoot(_ function: SorobanAuthorizedFunction) -> Bool {
        switch (hostFunction, function) {
        case (.invokeContract(let own), .contractFn(let call)): own == call
        case (.createContract(let own), .createContractHostFn(let create)): own == create
        case (.createContractV2(let own), .createContractV2HostFn(let create)): own == create
        default: false
        }
    }

    /// Whether it only uploads code.
    var isUpload: Bool { if case .uploadContractWasm = hostFunction { true } else { false } }

    /// The contracts that are created, with their code.
    var executables: [(ContractIDPreimage, ContractExecutable)] {
        var found: [(ContractIDPreimage, ContractExecutable)] = []
        switch hostFunction {
        case .createContract(let create): found.append((create.contractIDPreimage, create.executable))
        case .createContractV2(let create): found.append((create.contractIDPreimage, create.executable))
        case .invokeContract, .uploadContractWasm: break
        }
        for invocation in invocations {
            switch invocation {
            case .contractFn: continue
            case .createContractHostFn(let create): found.append((create.contractIDPreimage, create.executable))
            case .createContractV2HostFn(let create): found.append((create.contractIDPreimage, create.executable))
            }
        }
        return found
    }

    /// Every contract that is created: its preimage, and a sentence about it.
    var creations: [(ContractIDPreimage, Phrase)] {
        var found: [(ContractIDPreimage, Phrase)] = []
        switch hostFunction {
        case .createContract(let create): found.append((create.contractIDPreimage, OperationSummary.creation(create)))
        case .createContractV2(let create): found.append((create.contractIDPreimage, OperationSummary.creation(create)))
        case .invokeContract, .uploadContractWasm: break
        }
        for invocation in invocations {
            switch invocation {
            case .contractFn: continue
            case .createContractHostFn(let create):
                found.append((create.contractIDPreimage, OperationSummary.creation(create)))
            case .createContractV2HostFn(let create):
                found.append((create.contractIDPreimage, OperationSummary.creation(create)))
            }
        }
        return found
    }

    private var invocations: [SorobanAuthorizedFunction] {
        auth.flatMap { $0.rootInvocation.nodes.map(\.function) }
    }
}

extension SorobanAuthorizedInvocation {
    /// A call of the tree.
    struct Node {
        /// 1, 1.1, 1.2, …; below the tenth call of a branch, the number of calls above instead of their places.
        let place: String
        /// The depth below the root, from 0.
        let depth: Int
        let function: SorobanAuthorizedFunction
    }

    /// Every call of the tree, parents first.
    var nodes: [Node] {
        var all: [Node] = []
        collect("1", depth: 0, into: &all)
        return all
    }

    private func collect(_ place: String, depth: Int, into all: inout [Node]) {
        all.append(Node(place: place, depth: depth, function: function))
        for (index, child) in subInvocations.enumerated() {
            let above = depth < 10 ? place : "#\(all.count)"
            child.collect("\(above).\(index + 1)", depth: depth + 1, into: &all)
        }
    }
}

extension SorobanAuthorizedFunction {
    /// What a hold about it asks for: of a token's call, who gets something by it; otherwise the contract that is
    /// called or created.
    func heldAddress(on network: Network) -> StrKey {
        if case .contractFn(let call) = self, let token = TokenCall(call) { return token.heldAddress.strKey }
        return target(on: network)
    }

    /// The contract that is called or created.
    func target(on network: Network) -> StrKey {
        switch self {
        case .contractFn(let call): call.contractAddress.strKey
        case .createContractHostFn(let create): .contract(create.contractIDPreimage.contract(on: network))
        case .createContractV2HostFn(let create): .contract(create.contractIDPreimage.contract(on: network))
        }
    }
}

extension SorobanAddressCredentials {
    /// Whether they are as a simulation records them, before anyone has signed.
    var isUnsigned: Bool { signature == .void && signatureExpirationLedger == 0 }
}

extension Phrase {
    init(_ credentials: SorobanCredentials) {
        switch credentials {
        case .sourceAccount: self = "by the signature of the operation's source"
        case .address(let one): self = "by the address \(Phrase(one))"
        case .addressV2(let one): self = "by the address \(Phrase(one)) (version 2)"
        case .addressWithDelegates(let delegated):
            // SOR-DELEGATE names them.
            self = "by the address \(Phrase(delegated.addressCredentials)), through its delegates"
        }
    }

    private init(_ one: SorobanAddressCredentials) {
        let end: Phrase = one.isUnsigned ? "not signed yet" : "until ledger \(one.signatureExpirationLedger)"
        self = "\(one.address), nonce \(one.nonce), \(end)"
    }
}

extension PhraseTree {
    /// Every call of an authorization, with its place; those of known tokens in their units.
    mutating func append(_ invocation: SorobanAuthorizedInvocation, _ tokens: KnownTokens) {
        for node in invocation.nodes {
            let call: Phrase =
                switch node.function {
                case .contractFn(let call): OperationSummary.tokenCall(call, tokens) ?? Phrase(call)
                case .createContractHostFn(let create): OperationSummary.creation(create)
                case .createContractV2HostFn(let create): OperationSummary.creation(create)
                }
            append("[\(plain: node.place)] \(call)", depth: node.depth)
        }
    }
}
