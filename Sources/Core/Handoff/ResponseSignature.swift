// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// A 64-byte signature with its key, or with only the key's hint (a QR code has no room for the key).
package struct ResponseSignature: Hashable, Sendable {
    static let length = 64

    /// Nil if only the hint is known; verification then finds the key.
    package let publicKey: PublicKey?
    package let decorated: DecoratedSignature

    /// Nil unless the signature has 64 bytes.
    package init?(publicKey: PublicKey, signature: [UInt8]) {
        guard let decorated = DecoratedSignature(by: publicKey.key, signature) else { return nil }
        self.publicKey = publicKey
        self.decorated = decorated
    }

    /// Nil unless the signature has 64 bytes.
    package init?(hint: SignatureHint, signature: [UInt8]) {
        guard signature.count == Self.length, let signature = Signature(signature) else { return nil }
        publicKey = nil
        decorated = DecoratedSignature(hint: hint, signature: signature)
    }

    package var hint: SignatureHint { decorated.hint }

    /// 64 bytes.
    package var signature: [UInt8] { decorated.signature.bytes }
}
