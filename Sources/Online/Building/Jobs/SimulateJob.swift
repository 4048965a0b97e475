// SPDX-License-Identifier: Apache-2.0

package import Codec
import Handoff
import Journal
import LedgerAPI
import Review
package import Stellar
import StellarXDR
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
        let report = SimulationReport(simulated, of: nil, on: call.network, now: now)
        notices += report.notices
        var built = try call.request(simulated, note: note, now: now, reviewed: report.reviewed)
        built.draft = call.transaction.hash(on: call.network)
        return built
    }
}

extension UnsignedCall {
    /// The request for the call with what a simulation completed, and with the hints that came with it.
    ///
    /// - Parameters:
    ///   - note: for the signer; nil for the one that came with the transaction.
    ///   - journal: the journal, if it is open already.
    ///   - reviewed: the transaction's review, if it was made already.
    func request(
        _ simulated: SimulatedTransaction, note: String?, now: Timestamp, journal: (any OnlineJournal)? = nil,
        reviewed: ReviewedItem? = nil
    ) throws(Failure) -> BuiltRequest {
        var hints = request?.hints ?? JSONObject()
        hints["ledger"] = .integer(simulated.simulation.latestLedger)
        let envelope = simulated.transaction.unsigned
        return try BuiltRequest(
            reviewed?.review.hash.map { HashedTransaction(envelope, on: network, hash: $0, innerHash: nil) }
                ?? HashedTransaction(envelope, on: network), created: now, note: note ?? self.note, hints: hints,
            journal: journal, reviewed: reviewed)
    }
}
