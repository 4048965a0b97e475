// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Building
import Faults
import Handoff
import Stellar
import Submitter

/// Requests that replace a known transaction.
extension Desk {
    /// Builds the request for a transaction that voids another one, and shows it.
    func cancel(_ hash: String) throws(Failure) -> DeskResponse {
        let terms = try replacement(of: hash)
        var notices: [Notice] = []
        let built = try CancellationRequest(terms).request(noting: &notices)
        return try handOver(built, notices)
    }

    /// Builds the request for a fee bump, and shows it.
    func feeBump(_ hash: String, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        let source: AccountReference = try FieldID.feeSource.value(of: try fields.required("fee-source"))
        let fee: Int64 = try FieldID.maxFee.value(of: try fields.required("max-fee"))
        let terms = try replacement(of: hash)
        var notices: [Notice] = []
        let built = try FeeBumpRequest(terms, paidBy: source, maxFee: fee).request(noting: &notices)
        return try handOver(built, notices)
    }

    private func replacement(of text: String) throws(Failure) -> ReplacementTerms {
        let known = try request(text)
        let journal = try context.journal()
        let transaction: KnownTransaction =
            if let union = known.union, known.submission == nil {
                KnownTransaction(try union.envelope(), on: known.network, origin: "the transaction")
            } else { try KnownTransaction(known.hash, in: journal) }
        return ReplacementTerms(
            of: transaction, context: context, journal: journal, network: NetworkSelection(known.network), now: now,
            note: nil)
    }
}
