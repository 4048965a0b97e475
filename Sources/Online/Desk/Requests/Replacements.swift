// SPDX-License-Identifier: Apache-2.0

import Building
import Codec
import Handoff
import Stellar
import Submitting
import Workspace

/// A known request, and the requests that replace it.
extension Desk {
    /// - Parameter text: a hash, or 8 or more of its first digits.
    /// - Throws: `.noInput` if nothing is known of it.
    func request(_ text: String) throws(Failure) -> RequestDetails {
        try RequestDetails(try HashPrefix(text), carried: carried.request, in: context, now: now)
    }

    /// Builds the request for a transaction that voids another one, and shows it.
    func cancel(_ hash: String) throws(Failure) -> DeskResponse {
        try build(CancelJob(try replacement(of: hash)))
    }

    /// Builds the request for a fee bump, and shows it.
    func feeBump(_ hash: String, _ fields: DeskFields) throws(Failure) -> DeskResponse {
        let source: AccountReference = try FieldID.feeSource.value(of: try fields.required("fee-source"))
        let fee: Int64 = try FieldID.maxFee.value(of: try fields.required("max-fee"))
        return try build(FeeBumpJob(try replacement(of: hash), paidBy: source, maxFee: fee))
    }

    private func replacement(of text: String) throws(Failure) -> ReplacementTerms {
        let known = try request(text)
        let journal = try context.journal()
        return ReplacementTerms(
            of: try KnownTransaction(known.hash, in: journal), context: context, journal: journal,
            network: NetworkSelection(known.network), now: now)
    }
}
