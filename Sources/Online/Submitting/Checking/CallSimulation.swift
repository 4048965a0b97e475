// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR

/// What a simulation says of a contract call that is ready to be sent: since it was built, balances and allowances may
/// have changed, and entries may have been archived. A call that fails costs its fee.
enum CallSimulation {
    case succeeds
    case fails(ForecastRejection)
    /// Why the server did not simulate it.
    case unknown(String)

    /// - Parameter transaction: with its signed authorization entries.
    /// - Throws: `.protocolBroken` for an answer that contradicts itself.
    init(of transaction: Transaction, by client: RPCClient) throws(Failure) {
        let isCall = transaction.operations.first?.type == .invokeHostFunction
        let request = SimulationRequest(transaction.unsigned, authMode: isCall ? .enforce : nil)
        let answer: Simulation
        do throws(RPCError) { answer = try client.simulate(request) } catch {
            let failure = Failure(error)
            guard failure.kind != .protocolBroken else { throw failure }
            self = .unknown(failure.message)
            return
        }
        switch answer {
        case .failed(let failed):
            let fault = failed.fault(by: client)
            self = .fails(
                ForecastRejection(
                    "function_trapped", operation: 0,
                    "the call would fail now: \((fault?.message ?? Wording(failed.message)).plain)",
                    hint: fault?.advice ?? "build the call again, with other arguments"))
        case .succeeded(let simulation): self = Self.comparison(simulation, with: transaction)
        }
    }

    /// What the call would need now and the transaction does not declare.
    private static func comparison(_ simulation: Simulation.Succeeded, with transaction: Transaction) -> CallSimulation
    {
        guard case .v1(let declared) = transaction.ext else { return .succeeds }
        let archived =
            simulation.restorePreamble?.transactionData.resources.footprint.readWrite
            ?? simulation.transactionData.archivedEntries ?? []
        if !Set(archived).isSubset(of: declared.archivedEntries ?? []) {
            return .fails(
                ForecastRejection(
                    "entry_archived", operation: 0,
                    "the call needs an entry that has been archived since it was built",
                    hint: "build the call again: it then restores the entry"))
        }
        let (needed, given) = (simulation.transactionData.resources.footprint, declared.resources.footprint)
        let (reads, writes) = (Set(needed.readOnly), Set(needed.readWrite))
        guard writes.isSubset(of: given.readWrite), reads.isSubset(of: Set(given.readOnly).union(given.readWrite))
        else {
            return .fails(
                ForecastRejection(
                    "function_trapped", operation: 0,
                    "the call would touch other ledger entries now than when it was built", hint: "build the call again"
                ))
        }
        return .succeeds
    }
}
