// SPDX-License-Identifier: Apache-2.0

import Horizon
import Stellar
package import StellarXDR
import XDR

/// Values of contracts, read without a transaction.
extension RPCClient {
    /// The value that a call would return, simulated from an account that does not exist; nil if the call fails.
    package func value(of call: InvokeContractArgs) throws(RPCError) -> SCVal? {
        let body = OperationBody.invokeHostFunction(
            InvokeHostFunctionOp(hostFunction: .invokeContract(call), auth: []))
        let draft = TransactionDraft(
            source: .ed25519(Uint256()), sequence: 1, feePerOperation: TransactionDraft.minimumFee,
            operations: [Operation(sourceAccount: nil, body: body)])
        guard let envelope = try? draft.envelope(),
            case .succeeded(let simulation) = try simulate(SimulationRequest(envelope))
        else { return nil }
        guard let value = simulation.result?.value else { return nil }
        if let fault = value.fault {
            throw .unknownValue(RPCCall("simulateTransaction", at: bases[0]), what: fault.reason)
        }
        return value.value
    }

    /// What an account or a contract holds of a token, in the token's smallest unit; nil if the contract does not say.
    ///
    /// - Source: SEP-41 §balance.
    package func balance(of holder: SCAddress, in token: ContractID) throws(RPCError) -> Int128? {
        let call = InvokeContractArgs(
            contractAddress: .contract(token), functionName: SCSymbol(Array("balance".utf8)) ?? SCSymbol(),
            args: [.address(holder)])
        guard case .i128(let parts)? = try value(of: call) else { return nil }
        return Int128(parts.hi) << 64 | Int128(parts.lo)
    }
}
