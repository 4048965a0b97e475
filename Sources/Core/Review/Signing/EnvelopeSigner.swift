// SPDX-License-Identifier: Apache-2.0

package import Stellar

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
package protocol EnvelopeSigner: ~Copyable {
    associatedtype Failure: Error

    var identity: KeyIdentity { get }

    /// The Ed25519 signature over the bytes of an item, 64 bytes.
    borrowing func sign(_ item: Signable) throws(Failure) -> [UInt8]

    /// The signature of a message by a key of its chain; the signer verifies it.
    borrowing func sign(_ message: ChainMessage) throws(Failure) -> [UInt8]
}
