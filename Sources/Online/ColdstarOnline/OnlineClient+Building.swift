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
            var draft = try Draft(wanted)
            // Another process may take the sequence number before the request is recorded.
            var notices: [Notice] = []
            while true {
                let built = try draft.request(for: operations.map(\.value))
                let new = draft.takeNotices()
                // Some are given only once, so those of an earlier round stay.
                notices = notices.filter { !new.contains($0) } + new
                if let request = try record(built, notices: notices) { return request }
            }
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
            guard let request = try record(built, notices: composed.notices) else {
                throw Failure(.bug, "a request without a sequence number of its own was not recorded")
            }
            return request
        } catch { throw ColdstarError(error) }
    }

    /// - Returns: nil if the sequence number was taken in the meantime: nothing was recorded.
    func record(_ built: BuiltRequest, notices: [Notice]) throws(Failure) -> SigningRequest? {
        guard let envelope = built.request.envelope else {
            throw Failure(.bug, "a request was built without a transaction")
        }
        return try built.record(in: context) { SigningRequest(built, envelope, notices: notices) }
    }
}
