// SPDX-License-Identifier: Apache-2.0

package import Chains

/// A holder of a key: the vault's unlocked key behind an adapter, or a test's.
package protocol EnvelopeSigner: ~Copyable {
    associatedtype Failure: Error

    var identity: KeyIdentity { get }

    /// The Ed25519 signature over these bytes, 64 bytes.
    ///
    /// - Parameter bytes: the 32 bytes of a hash, the payload of a signed-payload signer, the 64 bytes of a file's BLAKE2b-512, or a file's
    ///   signature followed by its comment.
    borrowing func sign(_ bytes: [UInt8]) throws(Failure) -> [UInt8]

    /// The signature of a message by a key of its chain; the signer verifies it.
    borrowing func sign(_ message: ChainMessage) throws(Failure) -> [UInt8]
}
