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
        // The others change what they name, and nothing else.
        let isCall = transaction.operations.first?.type == .invokeHostFunction
        let again: Wording =
            "\(step: .build(.rebuild(hash: transaction.hash(on: client.network).hex))) with \(field: .althoughAlive)"
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
        case .succeeded(let simulation):
            let missing = isCall ? Self.missing(simulation, in: transaction) : nil
            self =
                missing.map { .fails(ForecastRejection($0.code, operation: 0, $0.what, hint: again)) } ?? .succeeds
        }
    }

    /// What the call would need now and the transaction does not declare; nil if there is nothing.
    private static func missing(
        _ simulation: Simulation.Succeeded, in transaction: Transaction
    ) -> (code: ResultCode, what: String)? {
        guard case .v1(let declared) = transaction.ext else { return nil }
        let archived = simulation.transactionData.archivedEntries ?? []
        if !Set(archived).isSubset(of: declared.archivedEntries ?? []) {
            return ("entry_archived", "the call needs an entry that has been archived since it was built")
        }
        let (needed, given) = (simulation.transactionData.resources.footprint, declared.resources.footprint)
        guard Set(needed.readWrite).isSubset(of: given.readWrite),
            Set(needed.readOnly).isSubset(of: given.readOnly + given.readWrite)
        else { return ("function_trapped", "the call would touch other ledger entries now than when it was built") }
        return nil
    }
}
