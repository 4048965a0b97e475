// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
package import Journal
package import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// What a user wants of a request about a known transaction: to void it, or to pay a higher fee for it.
package struct ReplacementTerms {
    /// The transaction to replace.
    package var transaction: KnownTransaction
    /// Without servers, the network is not used.
    package var context: OnlineContext
    package var journal: any OnlineJournal
    package var network: NetworkSelection
    package var now: Timestamp
    /// A note for the signer.
    package var note: String?

    package init(
        of transaction: KnownTransaction, context: OnlineContext, journal: any OnlineJournal, network: NetworkSelection,
        now: Timestamp, note: String? = nil
    ) {
        self.transaction = transaction
        self.context = context
        self.journal = journal
        self.network = network
        self.now = now
        self.note = note
    }
}

/// The transaction that a command refers to: given by its hash in the journal, or itself.
package struct KnownTransaction: Sendable {
    package let envelope: TransactionEnvelope
    /// The network that the journal or document states; nil for bare XDR.
    package let network: Network?
    /// Its name in errors.
    package let origin: String
    /// Whether it was named by its hash.
    package let isByHash: Bool

    /// A transaction that was given itself.
    package init(_ envelope: TransactionEnvelope, on network: Network?, origin: String) {
        self.envelope = envelope
        self.network = network
        self.origin = origin
        isByHash = false
    }

    /// Loads the signed envelope if there is one, otherwise the request's, with the signatures that came back.
    ///
    /// - Throws: `.noInput` if the journal has neither.
    package init(_ hash: TransactionHash, in journal: any OnlineJournal) throws(Failure) {
        origin = hash.hex
        isByHash = true
        if let known = try journal.queued(hash)?.transaction {
            guard !known.envelope.isEmpty else {
                throw Failure(
                    .refusedByLedger, "\(hash.hex) is final and archived: nothing is left to do")
            }
            guard let bytes = try? Base64.decode(known.envelope), let signed = try? TransactionEnvelope(xdr: bytes)
            else {
                throw Failure(.badInput, "the journal's record of \(hash.hex) cannot be read")
            }
            (envelope, network) = (signed, known.network)
            return
        }
        guard let request = try journal.signingRequest(hash: hash) else {
            throw Failure(
                .noInput, "transaction \(hash.hex) is not in the journal", hint: "give the transaction itself")
        }
        guard let asked = request.envelope, case .transaction = request.content else {
            throw Failure(.badInput, "\(hash.hex) is not a transaction and has no sequence number")
        }
        network = request.network
        var signed = asked
        // Further ones than fit cannot all be needed; which are is for the user to choose, by giving the transaction itself.
        for signature in try journal.collected(hash) { signed = (try? signed.adding(signature)) ?? signed }
        envelope = signed
    }
}

extension LedgerView {
    /// Throws if the transaction was already applied.
    ///
    /// - Parameter nothing: what there is not to do then, for the error.
    package func checkIsOpen(_ hash: TransactionHash, _ nothing: String) throws(Failure) {
        let found: (ledger: Int64, isSuccessful: Bool)?
        do { found = try client.transaction(hash).map { ($0.ledger, $0.isSuccessful) } } catch { throw Failure(error) }
        guard let found else { return }
        throw Failure(
            .refusedByLedger,
            "\(hash.hex) \(found.isSuccessful ? "was applied" : "failed") in ledger \(found.ledger): \(nothing)")
    }
}

extension OnlineJournal {
    /// The journal's record of a signed transaction; nil when it was never queued here.
    package func queued(_ hash: TransactionHash) throws(Failure) -> Submission? {
        do { return try submission(hash: hash) } catch { throw Failure(error) }
    }

    /// The signatures of a transaction that came back, in order of arrival.
    fileprivate func collected(_ hash: TransactionHash) throws(Failure) -> [DecoratedSignature] {
        do { return try signatures(hash: hash).compactMap(\.signature.decorated) } catch { throw Failure(error) }
    }
}
