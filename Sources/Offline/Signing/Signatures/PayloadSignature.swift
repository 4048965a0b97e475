// SPDX-License-Identifier: Apache-2.0

package import Codec
import Crypto
import Stellar
package import StellarXDR

/// A verified signature of a signed payload (CAP-40).
package struct PayloadSignature: Hashable, Sendable {
    let decorated: DecoratedSignature

    /// - Parameter text: the signature, base64 or hexadecimal.
    /// - Throws: `.badInput` for a signer that is not a signed payload, and for anything but its signature.
    package init(_ text: String, by signer: SignerKey) throws(Failure) {
        guard case .ed25519SignedPayload(let signed) = signer else {
            throw Failure(
                .badInput, .signer,
                "must be P...; an account's own signature is merged on the online machine: \(step: .submit(.merge))")
        }
        let bytes: [UInt8]
        do { bytes = try SignatureText.decode(text) } catch {
            throw Failure(.badInput, .signature, "\(error.message)")
        }
        guard let signature = Opaque<64>(bytes),
            Ed25519.verify(bytes, message: signed.payload.bytes, publicKey: signed.ed25519.bytes)
        else { throw Failure(.badInput, .signature, "not a signature of the payload by its key") }
        decorated = DecoratedSignature(hint: SignerKey.ed25519SignedPayload(signed).hint, signature: signature)
    }
}
