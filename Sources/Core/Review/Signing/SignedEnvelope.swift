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
