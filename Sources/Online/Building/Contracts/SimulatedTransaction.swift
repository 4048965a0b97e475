// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
package import LedgerAPI
import Stellar
package import StellarXDR

/// A transaction with what a simulation adds to it: authorization entries, footprint, resources and their fee.
package struct SimulatedTransaction: Sendable {
    package let transaction: Transaction
    package let simulation: Simulation.Succeeded
    /// Whether the authorization entries are those of the simulation; entries that were there before are kept.
    package let hasRecordedEntries: Bool

    /// Simulates the transaction and assembles the result as the SDKs do: the fee that was bid stays, and the resource
    /// fee is added to it.
    ///
    /// - Parameters:
    ///   - transaction: with a contract operation as its only one. An earlier simulation's data are replaced.
    ///   - authMode: nil for the server's choice: recording without entries, enforcing with.
    /// - Throws: `.refusedByLedger` for a call that fails, `.protocolBroken` for a result that contradicts itself,
    ///   `.refused` for a resource fee above the maximum.
    /// - Source: stellar-rpc methods/simulate_transaction.go.
    package init(
        _ transaction: Transaction, by client: RPCClient, _ terms: SimulationTerms,
        authMode: SimulationRequest.AuthMode? = nil
    ) throws(Failure) {
        try Self.checkForm(transaction)
        let envelope = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
        let answer: Simulation
        do { answer = try client.simulate(SimulationRequest(envelope, authMode: authMode)) } catch {
            throw Failure(error)
        }
        switch answer {
        case .failed(let failed): throw Self.failure(failed)
        case .succeeded(let simulation):
            self.simulation = simulation
            try Self.check(simulation, terms)
            (self.transaction, hasRecordedEntries) = try Self.assemble(transaction, simulation)
        }
    }

    private static func checkForm(_ transaction: Transaction) throws(Failure) {
        if case .v1(let data) = transaction.ext, data.resourceFee < 0 {
            throw Failure(.badInput, "the transaction declares a negative resource fee: \(data.resourceFee)")
        }
        guard transaction.operations.count == 1, let operation = transaction.operations.first,
            [.invokeHostFunction, .extendFootprintTtl, .restoreFootprint].contains(operation.type)
        else {
            throw Failure(.badInput, "only a transaction whose one operation is about contracts can be simulated")
        }
        try ContractCallForm.check(transaction)
    }

    private static func failure(_ failed: Simulation.Failed) -> Failure {
        Failure(
            .refusedByLedger, "the simulation failed: \(failed.message)",
            hint: "the call would fail on the network too; check its arguments, balances and allowances")
    }

    private static func check(_ simulation: Simulation.Succeeded, _ terms: SimulationTerms) throws(Failure) {
        let fee = simulation.transactionData.resourceFee
        guard fee == simulation.minResourceFee else {
            throw Failure(
                .protocolBroken,
                "the RPC server gives two resource fees: \(simulation.minResourceFee) and \(fee) stroops")
        }
        guard fee >= 0 else { throw Failure(.protocolBroken, "the RPC server gives a negative resource fee: \(fee)") }
        guard fee <= terms.maximumResourceFee else {
            throw Failure(
                .refused,
                "the resource fee of \(fee) stroops is more than the maximum of \(terms.maximumResourceFee)",
                hint: "\(field: .maxResourceFee) \(fee) accepts it")
        }
        if let restore = simulation.restorePreamble {
            let data = Base64.encode(restore.transactionData.xdr)
            throw Failure(
                .refusedByLedger, "the call needs entries that are archived",
                hint: "restore them first: \(step: .build(.restoreEntries(data: data)))")
        }
    }

    private static func assemble(
        _ transaction: Transaction, _ simulation: Simulation.Succeeded
    ) throws(Failure) -> (Transaction, Bool) {
        var made = transaction
        var hasRecordedEntries = false
        if let operation = transaction.operations.first, case .invokeHostFunction(var op) = operation.body,
            op.auth.isEmpty, let recorded = simulation.result?.auth
        {
            op.auth = recorded
            hasRecordedEntries = true
            let body = OperationBody.invokeHostFunction(op)
            made.operations =
                BoundedArray([Operation(sourceAccount: operation.sourceAccount, body: body)]) ?? transaction.operations
        }
        do { made = try made.withoutResources().using(simulation.transactionData) } catch {
            throw Failure(.badInput, Wording(error.message))
        }
        return (made, hasRecordedEntries)
    }

    /// The entries that the simulation recorded beyond those that the transaction keeps.
    package var missingEntries: Int {
        guard !hasRecordedEntries, let operation = transaction.operations.first,
            case .invokeHostFunction(let op) = operation.body
        else { return 0 }
        return max(0, (simulation.result?.auth.count ?? 0) - op.auth.count)
    }
}

extension Transaction {
    /// The transaction without an earlier simulation's data; their fee is taken off the transaction's fee.
    fileprivate func withoutResources() -> Transaction {
        guard case .v1(let data) = ext else { return self }
        var bare = self
        bare.ext = .v0
        bare.fee = UInt32(clamping: Int64(fee) - data.resourceFee)
        return bare
    }
}
