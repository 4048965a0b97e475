// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
package import Journal
package import Stellar
package import StellarXDR
import TextCodec
import XDR

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

    /// Loads the signed envelope if there is one, otherwise the request's.
    ///
    /// - Throws: `.noInput` if the journal has neither.
    package init(_ hash: TransactionHash, in journal: OnlineJournal) throws(Failure) {
        origin = hash.hex
        isByHash = true
        if let known = try journal.submission(hash: hash)?.transaction {
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
        guard let request = try journal.request(hash: hash) else {
            throw Failure(
                .noInput, "transaction \(hash.hex) is not in the journal", hint: "give the transaction itself")
        }
        guard let asked = request.envelope, case .transaction = request.content else {
            throw Failure(.badInput, "\(hash.hex) is not a transaction and has no sequence number")
        }
        (envelope, network) = (asked, Network(passphrase: request.networkPassphrase))
    }
}
