// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// A signature, verified, and the envelope with it.
package struct SignedEnvelope: Hashable, Sendable {
    /// Nil for a raw payload.
    package let hash: TransactionHash?
    /// Who signed.
    package let account: AccountID
    /// 64 bytes.
    package let signature: [UInt8]
    /// The envelope with the signature behind those that were there; nil for a message.
    package let envelope: TransactionEnvelope?

    init(hash: TransactionHash?, account: AccountID, signature: [UInt8], envelope: TransactionEnvelope?) {
        self.hash = hash
        self.account = account
        self.signature = signature
        self.envelope = envelope
    }
}
