// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import Stellar
import StellarXDR
package import Workspace

/// Transactions with the signatures that came back, each also as a request that names the signers still missing.
package struct CollectedTransactions {
    package let unions: [CollectedSignatures]
    let transactions: [HashedTransaction]
    package let requests: [SigningRequest]
    /// Whether there is one for each line.
    package let isBatch: Bool

    /// - Parameter given: the request that the user gave, used instead of the journal's.
    init(
        _ unions: [CollectedSignatures], isBatch: Bool = false, journal: any OnlineJournal, given: TransactionToSubmit?,
        now: Timestamp
    ) throws(Failure) {
        (self.unions, self.isBatch) = (unions, isBatch)
        transactions = try unions.map { union throws(Failure) in try union.transaction() }
        requests = try unions.map { union throws(Failure) in try union.request(journal, given: given, now: now) }
    }

    /// The transactions in a format; those of a batch one per line.
    ///
    /// - Throws: `.usage` for a batch in a format that takes more than a line.
    package func text(as format: TransactionFormat) throws(Failure) -> String {
        guard isBatch else { return try format.text(of: requests[0]) }
        switch format {
        case .request: return requests.map { $0.json.text() }.joined(separator: "\n")
        case .xdr:
            return try requests.map { request throws(Failure) in try format.text(of: request) }.joined(separator: "\n")
        default:
            throw Failure(.usage, "several transactions need \(field: .format, "xdr") or request, one per line")
        }
    }

    /// The JSON document of each transaction; those of a batch one per line.
    package func documents(as format: TransactionFormat) throws(Failure) -> String {
        try zip(unions, requests).map { union, request throws(Failure) in
            union.document(try format.text(of: request)).text(pretty: !isBatch)
        }.joined(separator: "\n")
    }

    /// The numbers of transactions and signatures, for a person.
    package var summary: String {
        guard isBatch else { return unions[0].text }
        let counts = unions.map(\.count)
        return "\(counts.count) transactions with \(counts.min() ?? 0) to \(counts.max() ?? 0) signatures each"
    }
}

extension CollectedSignatures {
    /// The number of signatures and the hash, for a person.
    package var text: String { "\(count) \(count == 1 ? "signature" : "signatures") on \(hash.hex)" }

    /// The JSON document of `coldstar-submit merge` and `attach`.
    ///
    /// - Parameter transaction: the transaction in the format that the user chose.
    package func document(_ transaction: String) -> JSON {
        [
            "version": 1, "hash": .string(hash.hex), "signatures": .integer(count),
            "transaction": .string(transaction),
        ]
    }

    /// The transaction as a request, with the original request's signers that have not signed yet.
    ///
    /// - Parameters:
    ///   - journal: nil when there is none.
    ///   - given: a request that is used instead of the journal's.
    package func request(
        _ journal: (any OnlineJournal)?, given: TransactionToSubmit?, now: Timestamp
    ) throws(Failure) -> SigningRequest {
        let envelope = try transaction().envelope
        let request: SigningRequest
        // The request for the inner transaction of a fee bump is another request.
        if let given, given.hash == hash, let document = given.document {
            request = document
        } else if let known = journaled {
            request = known
        } else if let known = try journal?.signingRequest(hash: hash) {
            request = known
        } else {
            var generator = SystemRandomNumberGenerator()
            request = SigningRequest(
                id: RequestID(using: &generator), networkPassphrase: network.passphrase,
                content: .transaction(envelope),
                created: now)
        }
        return completing(request, envelope)
    }

    /// A request for this transaction with its signatures, and with the signers that have not signed yet.
    ///
    /// - Throws: if there are more signatures than an envelope allows.
    package func completing(_ request: SigningRequest) throws(Failure) -> SigningRequest {
        completing(request, try transaction().envelope)
    }

    private func completing(_ request: SigningRequest, _ envelope: TransactionEnvelope) -> SigningRequest {
        var request = request.replacing(envelope: envelope)
        let signed = Set(signatures.signers(of: hash, among: request.signers.map(\.key)).compactMap { $0 })
        let missing = request.signers.filter { !signed.contains($0.key) }
        // An empty list would mean that the signers are unknown.
        if !missing.isEmpty { request.signers = missing }
        return request
    }
}

extension OnlineJournal {
    /// Records the signatures of transactions that came back, for transactions that the journal knows.
    ///
    /// - Returns: why they could not be recorded; nil when they were. It is only worth a warning, because no result
    ///   depends on this record.
    package func record(signaturesOf transactions: [HashedTransaction]) -> Failure? {
        record(checked: transactions.flatMap { RecordedSignature.all(of: $0) })
    }

    /// Records verified signatures of transactions that the journal knows.
    ///
    /// - Returns: why they could not be recorded; nil when they were.
    func record(checked signatures: [RecordedSignature]) -> Failure? {
        guard !signatures.isEmpty else { return nil }
        do throws(JournalError) { try record(signatures) } catch { return Failure(error) }
        return nil
    }
}
