// SPDX-License-Identifier: Apache-2.0

package import Faults
package import RPC
import Stellar
import StellarXDR
import TextCodec

extension Draft {
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
            draft, transaction throws(Failure) in
            let simulated = try SimulatedTransaction(transaction, by: client, terms)
            draft.hints["ledger"] = .integer(simulated.simulation.latestLedger)
            let report = SimulationReport(simulated, of: call, on: draft.network, now: draft.wanted.now)
            draft.notices += report.notices
            return simulated.transaction
        }
    }
}
