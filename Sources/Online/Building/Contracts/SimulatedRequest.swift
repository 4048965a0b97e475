// SPDX-License-Identifier: Apache-2.0

import AddressBook
package import Faults
import Handoff
package import RPC
package import Stellar
import StellarXDR
import TextCodec

/// The request for an existing transaction, after a simulation has completed it.
package struct SimulatedRequest {
    private let simulated: SimulatedTransaction
    private let call: UnsignedCall
    private let now: Timestamp

    package init(_ call: UnsignedCall, by client: RPCClient, _ terms: SimulationTerms, now: Timestamp) throws(Failure) {
        simulated = try SimulatedTransaction(call.transaction, by: client, terms)
        self.call = call
        self.now = now
    }

    /// What the simulation added.
    package var notices: [Notice] {
        let dropped: [Notice] =
            call.signatures == 0
            ? []
            : [
                .warning(
                    .voidSignatures,
                    "the signatures of the given transaction are void and were dropped: \(call.signatures)")
            ]
        return dropped + SimulationReport(simulated, of: nil, on: call.network, now: now).notices
    }

    /// - Parameter note: for the signer; nil for the one that came with the transaction.
    package func request(note: String?) throws(Failure) -> BuiltRequest {
        var hints = call.request?.hints ?? JSONObject()
        hints["ledger"] = .integer(simulated.simulation.latestLedger)
        var built = try BuiltRequest(
            simulated.transaction.unsigned, on: call.network, created: now, note: note ?? call.note, hints: hints)
        built.draft = call.transaction.hash(on: call.network)
        return built
    }
}
