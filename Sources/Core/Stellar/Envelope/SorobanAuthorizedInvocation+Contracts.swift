// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

extension SorobanAuthorizedInvocation {
    /// The contracts that are called, each once, parents first.
    package var contracts: [ContractID] {
        var found: [ContractID] = []
        if case .contractFn(let call) = function, case .contract(let id) = call.contractAddress { found.append(id) }
        for child in subInvocations { for id in child.contracts where !found.contains(id) { found.append(id) } }
        return found
    }
}
