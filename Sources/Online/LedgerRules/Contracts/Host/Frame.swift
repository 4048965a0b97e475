// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// A function of a contract that is being called.
struct Frame: Hashable {
    let contract: ContractID
    let function: SCSymbol
    let arguments: [SCVal]

    /// What an address authorizes when the function demands its authorization.
    var authorizedFunction: SorobanAuthorizedFunction {
        .contractFn(
            InvokeContractArgs(contractAddress: .contract(contract), functionName: function, args: arguments))
    }
}
