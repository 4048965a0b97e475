// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Handoff
import Journal
package import Stellar
package import StellarXDR

/// The proof of a key: a message that its holder has signed (SEP-53), which shows that the key exists, is not mistyped,
/// and can sign.
///
/// The journal keeps the signature with the time at which it came back; it counts for every account.
package struct KeyProof: Hashable, Sendable {
    package let key: AccountID

    package init(of key: AccountID) { self.key = key }

    /// What the key signs. It never changes, so that earlier proofs count.
    package var text: String { "I hold the key \(key.address) and can sign with it." }

    package var hash: TransactionHash { StellarMessage.hash(of: Array(text.utf8)) }

    /// Whether a signature is the proof.
    private func accepts(_ signature: [UInt8]) -> Bool {
        StellarMessage.verify(signature, message: Array(text.utf8), by: key)
    }

    /// When the proof came back; nil if the journal has none. Its signatures are verified again.
    func date(in journal: (any OnlineJournal)?) throws(Failure) -> Timestamp? {
        guard let journal else { return nil }
        do {
            let known = try journal.signatures(hash: hash)
            let proof = known.first { signature, _ in
                signature.decorated.map { accepts($0.signature.bytes) } ?? false
            }
            return proof.map { Timestamp(UInt64(clamping: $0.seen)) }
        } catch { throw Failure(error) }
    }

    /// The proof in a response; nil if that is about something else.
    ///
    /// - Throws: `.badInput` for a signature of the right message that does not verify.
    func signature(in response: SigningResponse) throws(Failure) -> RecordedSignature? {
        guard response.hash == hash else { return nil }
        guard let found = response.signatures.first(where: { accepts($0.signature) }),
            let signature = DecoratedSignature(by: key.key, found.signature)
        else {
            throw Failure(.badInput, .proof, "the response has no valid signature by \(key.address)")
        }
        return RecordedSignature(signature, of: hash)
    }
}

extension InputDocument {
    /// A signer's response.
    ///
    /// - Throws: `.badInput` for anything else.
    package func response(_ field: FieldID) throws(Failure) -> SigningResponse {
        let given = try transaction()
        guard case .response(let response) = given.input.content else {
            throw Failure(.badInput, field, "\(given.origin) is not a response of the signer")
        }
        return response
    }
}
