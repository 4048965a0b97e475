// SPDX-License-Identifier: Apache-2.0

package import CLISupport
import Handoff
import Horizon
package import Journal
package import Stellar
package import StellarXDR
import TextCodec
import XDR

/// A transaction that a command is about: one that the journal knows by its hash, or one that is given itself.
package struct KnownTransaction {
    package let envelope: TransactionEnvelope
    /// The network that journal or document name; nil for bare XDR.
    package let network: Network?
    /// What stands for it in errors.
    package let origin: String

    /// The signed envelope where there is one, else the request's.
    package init(_ text: String?, journal: OnlineJournal) throws(Failure) {
        guard let text, let hash = TransactionHash(hex: text) else {
            let input = try SignedInput(text, request: nil, journal: journal)
            (envelope, network, origin) = (input.envelope, input.network, input.origin)
            return
        }
        origin = hash.hex
        if let known = try journal.submission(hash: hash)?.transaction {
            guard !known.envelope.isEmpty else {
                throw Failure(
                    .refusedByLedger, "\(hash.hex) is settled and archived: nothing is left to be done about it")
            }
            guard let bytes = try? Base64.decode(known.envelope), let signed = try? TransactionEnvelope(xdr: bytes)
            else {
                throw Failure(.badInput, "the journal's transaction \(hash.hex) cannot be read")
            }
            (envelope, network) = (signed, Network(passphrase: known.networkPassphrase))
            return
        }
        guard let request = try journal.request(hash: hash) else {
            throw Failure(.noInput, "the journal knows no transaction \(hash.hex)", hint: "give the transaction itself")
        }
        guard let asked = request.envelope, case .transaction = request.content else {
            throw Failure(.badInput, "\(hash.hex) is no transaction, and has no sequence number")
        }
        (envelope, network) = (asked, Network(passphrase: request.networkPassphrase))
    }
}

extension OnlineJournal {
    /// What the journal knows of a signed transaction; nil when it was never sent from here.
    package func submission(hash: TransactionHash) throws(Failure) -> Submission? {
        do { return try store.submission(hash: hash.hex) } catch { throw Failure(error) }
    }
}

extension LedgerView {
    /// What is in the ledger cannot be changed any more.
    package func checkIsOpen(_ hash: TransactionHash, _ nothing: String) throws(Failure) {
        let found: (ledger: Int64, isSuccessful: Bool)?
        do { found = try client.transaction(hash).map { ($0.ledger, $0.isSuccessful) } } catch { throw Failure(error) }
        guard let found else { return }
        throw Failure(
            .refusedByLedger,
            "\(hash.hex) is in ledger \(found.ledger)\(found.isSuccessful ? "" : ", where it failed"): \(nothing)")
    }
}
