// SPDX-License-Identifier: Apache-2.0

import Crypto
package import StellarXDR

extension ContractIDPreimage {
    /// The id of the contract made from this preimage: SHA-256 of its `HashIDPreimage` (CAP-46-02, CAP-46-06).
    package func contract(on network: Network) -> ContractID {
        let preimage = HashIDPreimage.contractId(.init(networkID: network.id, contractIDPreimage: self))
        return ContractID(sha256: preimage.xdr)
    }
}

extension SorobanAuthorizedInvocation {
    /// The contracts that are called, each once, parents first.
    package var contracts: [ContractID] {
        var found: [ContractID] = []
        if case .contractFn(let call) = function, case .contract(let id) = call.contractAddress { found.append(id) }
        for child in subInvocations { for id in child.contracts where !found.contains(id) { found.append(id) } }
        return found
    }
}
