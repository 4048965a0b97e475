// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Journal
import LedgerAPI
import Review
package import Stellar
package import StellarXDR
package import Workspace

/// Requests the signature of an existing contract transaction, after a simulation has completed it.
package struct SimulateJob: SingleRequestJob {
    private let call: UnsignedCall
    private let terms: SimulationTerms
    private let note: String?
    private let now: Timestamp
    package let context: OnlineContext

    /// - Parameters:
    ///   - note: for the signer; nil for the one that came with the transaction.
    ///   - context: with Stellar RPC.
    package init(
        _ call: UnsignedCall, _ terms: SimulationTerms, note: String?, now: Timestamp, in context: OnlineContext
    ) {
        (self.call, self.terms, self.note, self.now, self.context) = (call, terms, note, now, context)
    }

    package func request(noting notices: inout [Notice]) throws(Failure) -> BuiltRequest {
        let simulated = try SimulatedTransaction(call.transaction, by: try context.rpc(for: call.network), terms)
        if call.signatures > 0 {
            notices.append(
                .warning(
                    .voidSignatures,
                    "the signatures of the given transaction are void and were dropped: \(call.signatures)"))
        }
        if let used = try call.usedNumber(by: try context.rpc(for: call.network)) {
            notices.append(.warning(.numberInUse, "\(used.reason); \(used.advice)"))
        }
        let report = SimulationReport(simulated, of: nil, on: call.network, now: now)
        notices += report.notices
        var built = try call.request(
            report.transaction, at: simulated.simulation.latestLedger, note: note, now: now,
            reviewed: report.operations)
        built.replaced = ReplacedRequest(call.transaction.hash(on: call.network))
        return built
    }
}

/// A transaction about contracts that a user gives, without its signatures.
package struct UnsignedCall: Sendable {
    package let transaction: Transaction
    package let network: Network
    package let note: String?
    /// The request that it came in, whose hints go on; nil for a bare transaction.
    package let request: SigningRequest?
    /// The number of signatures that it had.
    package let signatures: Int

    /// - Throws: `.badInput` for a fee bump.
    package init(_ given: GivenTransaction, _ networks: NetworkSelection) throws(Failure) {
        try self.init(
            given.envelope, on: try given.network(networks), note: given.note, request: given.request,
            origin: given.origin)
    }

    /// - Parameter origin: the name of the input in errors.
    /// - Throws: `.badInput` for a fee bump.
    package init(
        _ envelope: TransactionEnvelope, on network: Network, note: String? = nil, request: SigningRequest? = nil,
        origin: String
    ) throws(Failure) {
        guard case .transaction(let content) = envelope.content else {
            throw Failure(.badInput, "\(origin): this is a fee bump: give its inner transaction")
        }
        (transaction, self.network, self.note, self.request) = (content, network, note, request)
        signatures = envelope.signatures.count
    }

    /// The operation, if it calls a contract.
    package var operation: InvokeHostFunctionOp? {
        guard transaction.operations.count == 1, case .invokeHostFunction(let op)? = transaction.operations.first?.body
        else { return nil }
        return op
    }
}

extension UnsignedCall {
    /// Why the transaction can no longer be applied: its number is used. Nil for one that can be.
    func usedNumber(by client: RPCClient) throws(Failure) -> (reason: Wording, advice: Wording)? {
        let source = transaction.sourceAccount.account
        let record: AccountRecord?
        do { record = try client.account(source) } catch { throw Failure(error) }
        guard let record, transaction.seqNum <= record.sequence else { return nil }
        return (
            "this transaction can no longer be applied: its sequence number \(transaction.seqNum) is used, \(source.address) is at \(record.sequence)",
            "build the call again: \(step: .build(.rebuild(hash: transaction.hash(on: network).hex)))"
        )
    }

    /// - Throws: `.refusedByLedger` for a transaction that can no longer be applied: signatures of its entries would
    ///   stay valid in any other one that makes the call.
    func checkNumber(by client: RPCClient) throws(Failure) {
        guard let used = try usedNumber(by: client) else { return }
        throw Failure(.refusedByLedger, used.reason, hint: used.advice)
    }

    /// The request for the call as a simulation completed it, with the hints that came with the call.
    ///
    /// - Parameters:
    ///   - ledger: the simulation's.
    ///   - note: for the signer; nil for the one that came with the transaction.
    ///   - journal: the journal, if it is open already.
    ///   - reviewed: its operations, if they were reviewed already.
    func request(
        _ completed: HashedTransaction, at ledger: UInt32, note: String?, now: Timestamp,
        journal: (any OnlineJournal)? = nil, reviewed: [OperationReview]? = nil
    ) throws(Failure) -> BuiltRequest {
        var hints = request?.hints ?? JSONObject()
        hints["ledger"] = .integer(ledger)
        return try BuiltRequest(
            completed, created: now, note: note ?? self.note, hints: hints,
            journal: journal, reviewed: reviewed)
    }
}
