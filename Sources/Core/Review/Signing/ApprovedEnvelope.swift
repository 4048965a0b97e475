// SPDX-License-Identifier: Apache-2.0

import SodiumKit
package import Stellar
import StellarXDR
import XDR

/// An item that a person approved for signing. Only `ReviewedEnvelope.approve` creates one.
package struct ApprovedEnvelope: Sendable {
    /// Nil for a raw payload.
    package let hash: TransactionHash?
    private let input: ReviewInput

    init(hash: TransactionHash?, input: ReviewInput) {
        self.hash = hash
        self.input = input
    }

    /// Signs it. This is the only place in the project where a key signs.
    ///
    /// The signature is verified before it is returned, so that a fault in memory or in the signer does not reach the
    /// network.
    package func signed<Signer: EnvelopeSigner & ~Copyable>(
        by signer: borrowing Signer
    ) throws(SigningError<Signer.Failure>) -> SignedEnvelope {
        let account = signer.account
        guard account == input.key?.account else { throw .otherKey(reviewed: input.key?.account) }
        let bytes: [UInt8]
        switch (hash, input.subject) {
        case (let hash?, _): bytes = hash.bytes
        case (nil, .payload(let payload)): bytes = payload
        default: preconditionFailure("everything but a payload has a hash")
        }
        let signature: [UInt8]
        do { signature = try signer.sign(bytes) } catch { throw .signer(error) }
        guard Ed25519.verify(signature, message: bytes, publicKey: account.key.bytes),
            let decorated = DecoratedSignature(by: account.key, signature)
        else { throw .badSignature }
        var result: TransactionEnvelope?
        if case .envelope(let envelope, _, _) = input.subject {
            do { result = try envelope.adding(decorated) } catch { throw .full }
        }
        return SignedEnvelope(hash: hash, account: account, signature: signature, envelope: result)
    }
}
