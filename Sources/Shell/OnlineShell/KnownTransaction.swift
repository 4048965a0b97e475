// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Horizon
package import Journal
package import Preflight
import SafeFiles
import Shell
package import Stellar
package import StellarXDR
import TextCodec
import XDR

/// The transaction that a command refers to: given by its hash in the journal, or itself.
package struct KnownTransaction {
    package let envelope: TransactionEnvelope
    /// The network that the journal or document states; nil for bare XDR.
    package let network: Network?
    /// Its name in errors.
    package let origin: String

    /// Loads the signed envelope if there is one, otherwise the request's.
    package init(_ text: String?, journal: OnlineJournal) throws(Failure) {
        let digits = try text.flatMap { text throws(Failure) in try Self.hash(text, journal) }
        guard let digits, let hash = TransactionHash(hex: digits) else {
            let input = try SignedInput(text, request: nil, journal: journal)
            (envelope, network, origin) = (input.envelope, input.network, input.origin)
            return
        }
        origin = hash.hex
        if let known = try journal.submission(hash: hash)?.transaction {
            guard !known.envelope.isEmpty else {
                throw Failure(
                    .refusedByLedger, "\(hash.hex) is final and archived: nothing is left to do")
            }
            guard let bytes = try? Base64.decode(known.envelope), let signed = try? TransactionEnvelope(xdr: bytes)
            else {
                throw Failure(.badInput, "the journal's record of \(hash.hex) cannot be read")
            }
            (envelope, network) = (signed, Network(passphrase: known.networkPassphrase))
            return
        }
        guard let request = try journal.request(hash: hash) else {
            throw Failure(
                .noInput, "transaction \(hash.hex) is not in the journal", hint: "give the transaction itself")
        }
        guard let asked = request.envelope, case .transaction = request.content else {
            throw Failure(.badInput, "\(hash.hex) is not a transaction and has no sequence number")
        }
        (envelope, network) = (asked, Network(passphrase: request.networkPassphrase))
    }

    /// The hash that the text names in full or by its first digits; nil for a transaction itself, or a file.
    private static func hash(_ text: String, _ journal: OnlineJournal) throws(Failure) -> String? {
        if TransactionHash(hex: text) != nil { return text }
        guard HashPrefix.isMeant(by: text), !SafeFiles.exists(text) else { return nil }
        return try HashPrefix(text).hash(in: journal.store)
    }
}

extension OnlineJournal {
    /// The journal's record of a signed transaction; nil when it was never queued here.
    package func submission(hash: TransactionHash) throws(Failure) -> Submission? {
        do { return try store.submission(hash: hash.hex) } catch { throw Failure(error) }
    }
}

extension LedgerView {
    /// Throws if the transaction was already applied.
    package func checkIsOpen(_ hash: TransactionHash, _ nothing: String) throws(Failure) {
        let found: (ledger: Int64, isSuccessful: Bool)?
        do { found = try client.transaction(hash).map { ($0.ledger, $0.isSuccessful) } } catch { throw Failure(error) }
        guard let found else { return }
        throw Failure(
            .refusedByLedger,
            "\(hash.hex) \(found.isSuccessful ? "was applied" : "failed") in ledger \(found.ledger): \(nothing)")
    }
}
