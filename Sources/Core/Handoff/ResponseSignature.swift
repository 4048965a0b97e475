// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

/// A signature of 64 bytes, by a key that is named or only hinted at (in a QR code there is no room for the key).
package struct ResponseSignature: Hashable, Sendable {
    static let length = 64

    /// Nil when only the hint came; the key is then found by verifying.
    package let publicKey: PublicKey?
    package let decorated: DecoratedSignature

    /// Nil for a signature of another length.
    package init?(publicKey: PublicKey, signature: [UInt8]) {
        guard let decorated = DecoratedSignature(by: publicKey.key, signature) else { return nil }
        self.publicKey = publicKey
        self.decorated = decorated
    }

    /// Nil for a signature of another length.
    package init?(hint: SignatureHint, signature: [UInt8]) {
        guard signature.count == Self.length, let signature = Signature(signature) else { return nil }
        publicKey = nil
        decorated = DecoratedSignature(hint: hint, signature: signature)
    }

    package var hint: SignatureHint { decorated.hint }

    /// 64 bytes.
    package var signature: [UInt8] { decorated.signature.bytes }
}
