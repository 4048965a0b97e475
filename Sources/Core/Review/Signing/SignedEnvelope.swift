// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// A verified signature, and the envelope that includes it.
package struct SignedEnvelope: Hashable, Sendable {
    /// Nil for a raw payload and a file.
    package let hash: TransactionHash?
    /// The key that signed.
    package let signer: KeyIdentity
    /// 64 bytes; 65 for an eip155 network.
    package let signature: [UInt8]
    /// The envelope with the signature appended; nil for a message.
    package let envelope: TransactionEnvelope?
    /// For a file: the signature of `signature` and the comment, 64 bytes.
    package let commentSignature: [UInt8]?

    init(
        hash: TransactionHash?, signer: KeyIdentity, signature: [UInt8], envelope: TransactionEnvelope?,
        commentSignature: [UInt8]? = nil
    ) {
        self.hash = hash
        self.signer = signer
        self.signature = signature
        self.envelope = envelope
        self.commentSignature = commentSignature
    }
}

/// What a key of Stellar signs, by kind: a key must not sign the bytes of one kind as another.
package enum Signable: Hashable, Sendable {
    /// The hash of a transaction, message or authorization that was reviewed.
    case hash(TransactionHash)
    /// The payload of a signed-payload signer (CAP-40), as it is.
    case payload([UInt8])
    /// The BLAKE2b-512 of a file, 64 bytes.
    case file([UInt8])
    /// The comment of a file, behind the file's signature.
    case comment([UInt8], after: [UInt8])

    /// The bytes over which the signature is.
    package var bytes: [UInt8] {
        switch self {
        case .hash(let hash): hash.bytes
        case .payload(let bytes), .file(let bytes): bytes
        case .comment(let comment, let signature): signature + comment
        }
    }
}

/// A holder of a key: the vault's unlocked key behind an adapter, or a test's.
package protocol ItemSigner: ~Copyable {
    associatedtype Failure: Error

    var identity: KeyIdentity { get }

    /// The Ed25519 signature over the bytes of an item, 64 bytes.
    borrowing func sign(_ item: Signable) throws(Failure) -> [UInt8]

    /// The signature of a message by a key of its chain; the signer verifies it.
    borrowing func sign(_ message: ChainMessage) throws(Failure) -> [UInt8]
}

/// Why an approved item was not signed.
package enum SigningError<Failure: Error>: Error {
    /// The review was made for another key.
    case otherKey(reviewed: KeyIdentity?)
    /// The signer itself failed.
    case signer(Failure)
    /// The returned bytes are not a signature by this key over this hash.
    case badSignature
    /// The envelope already has 20 signatures.
    case full
}
