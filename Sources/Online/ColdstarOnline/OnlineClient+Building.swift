// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Building
public import ColdstarStellar
import Faults
import Handoff
import Stellar
import StellarXDR
import XDR

extension OnlineClient {
    /// Builds a transaction, checks it against the ledger, and records the request to sign it.
    ///
    /// - Parameters:
    ///   - operations: 1 to 100, applied in this order, all or none.
    ///   - source: the account that acts and pays the fee.
    ///   - terms: memo, validity, fee and sequence number.
    /// - Returns: the request; its ``SigningRequest/notices`` may have warnings.
    /// - Throws: ``/ColdstarStellar/ColdstarError/Kind/invalidInput`` for a transaction that the network would reject now, with every
    ///   reason; ``/ColdstarStellar/ColdstarError/Kind/unreachable`` if no server answers. Nothing is recorded when this throws.
    public func request(
        _ operations: [TransactionOperation], from source: Account, _ terms: TransactionTerms = TransactionTerms()
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            var wanted = DraftRequest(context: context, network: NetworkSelection(network.value), now: now)
            wanted.source = .address(source.value)
            try wanted.take(terms)
            let job = BuildJob(wanted, .operations(operations.map(\.value)))
            var notices: [Notice] = []
            let (built, _) = try job.run(noting: { notices.append($0) }, deliver: { _ throws(Failure) in })
            return try SigningRequest(built, notices: notices)
        } catch { throw ColdstarError(error) }
    }

    /// Records the request to sign a transaction that was built elsewhere, exactly as it is.
    ///
    /// Uses no server, allocates no sequence number, and checks only whether the transaction is well formed.
    /// - Parameters:
    ///   - transaction: for the client's network.
    ///   - note: for the person who signs, at most 1000 bytes.
    public func request(
        _ transaction: ColdstarStellar.Transaction, note: String? = nil
    ) throws(ColdstarError) -> SigningRequest {
        do throws(Failure) {
            let composed = ComposedTransaction(transaction.value, on: network.value)
            let built = try composed.request(created: now, note: note)
            return try record(built, notices: composed.notices)
        } catch { throw ColdstarError(error) }
    }

    func record(_ built: BuiltRequest, notices: [Notice]) throws(Failure) -> SigningRequest {
        try built.handOver(in: context) { _ throws(Failure) in }
        return try SigningRequest(built, notices: notices)
    }
}
