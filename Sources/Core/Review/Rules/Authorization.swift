// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

extension InvokeHostFunctionOp {
    /// Every contract call of the operation: its own, and those of the authorization trees.
    var calls: [InvokeContractArgs] {
        var calls: [InvokeContractArgs] = []
        if case .invokeContract(let call) = hostFunction { calls.append(call) }
        for case .contractFn(let call) in invocations { calls.append(call) }
        var seen: Set<InvokeContractArgs> = []
        return calls.filter { seen.insert($0).inserted }
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
        var all: [SorobanAuthorizedFunction] = []
        for entry in auth { entry.rootInvocation.collect(into: &all) }
        return all
    }
}

extension SorobanAuthorizedInvocation {
    /// Appends this function and all below it, parents first.
    fileprivate func collect(into all: inout [SorobanAuthorizedFunction]) {
        all.append(function)
        for invocation in subInvocations { invocation.collect(into: &all) }
    }
}

extension SorobanAuthorizedFunction {
    /// The contract that is called or created.
    func target(on network: Network) -> StrKey {
        switch self {
        case .contractFn(let call): call.contractAddress.strKey
        case .createContractHostFn(let create): .contract(create.contractIDPreimage.contract(on: network))
        case .createContractV2HostFn(let create): .contract(create.contractIDPreimage.contract(on: network))
        }
    }
}

extension SorobanCredentials {
    /// The credentials of an address; nil when the source account's signature is the authorization.
    var address: SorobanAddressCredentials? {
        switch self {
        case .sourceAccount: nil
        case .address(let credentials), .addressV2(let credentials): credentials
        case .addressWithDelegates(let delegated): delegated.addressCredentials
        }
    }
}

extension Phrase {
    init(_ credentials: SorobanCredentials) {
        switch credentials {
        case .sourceAccount: self = "by the signature of the transaction's source"
        case .address(let one): self = "by the address \(Phrase(one))"
        case .addressV2(let one): self = "by the address \(Phrase(one)) (version 2)"
        case .addressWithDelegates(let delegated):
            self = """
                by the address \(Phrase(delegated.addressCredentials)), with the delegates \
                \(Phrase(delegated.delegates.map { Phrase($0) }, separator: ", "))
                """
        }
    }

    private init(_ one: SorobanAddressCredentials) {
        self = "\(one.address), nonce \(one.nonce), until ledger \(one.signatureExpirationLedger)"
    }

    private init(_ delegate: SorobanDelegateSignature) {
        self = "\(delegate.address)"
        if !delegate.nestedDelegates.isEmpty {
            append(" (with \(Phrase(delegate.nestedDelegates.map { Phrase($0) }, separator: ", ")))")
        }
    }
}

extension PhraseTree {
    /// Every node of an authorization with its place: 1, 1.1, 1.2, …
    ///
    /// Below the tenth call of a branch, the place has the number of calls above instead of their places.
    mutating func append(_ invocation: SorobanAuthorizedInvocation, _ place: String = "1", depth: Int = 0) {
        let call: Phrase =
            switch invocation.function {
            case .contractFn(let call): "[\(plain: place)] \(Phrase(call))"
            case .createContractHostFn(let create): "[\(plain: place)] \(OperationSummary.creation(create))"
            case .createContractV2HostFn(let create): "[\(plain: place)] \(OperationSummary.creation(create))"
            }
        append(call, depth: depth)
        for (index, child) in invocation.subInvocations.enumerated() {
            let above = depth < 10 ? place : "#\(nodes.count)"
            append(child, "\(above).\(index + 1)", depth: depth + 1)
        }
    }
}
