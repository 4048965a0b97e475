// SPDX-License-Identifier: Apache-2.0

/// An address of Solana: an ed25519 public key, 32 bytes, in base58.
package struct SolanaAddress: Hashable, Sendable {
    package static let length = 32

    /// 32 bytes.
    package let publicKey: [UInt8]

    /// - Precondition: `publicKey` has 32 bytes.
    package init(publicKey: [UInt8]) {
        precondition(publicKey.count == Self.length, "an ed25519 public key has 32 bytes")
        self.publicKey = publicKey
    }

    /// - Returns: nil for anything but base58 of exactly 32 bytes.
    package init?(_ text: String) {
        guard let bytes = Base58.decode(text, limit: Self.length), bytes.count == Self.length else { return nil }
        publicKey = bytes
    }

    package var text: String { Base58.encode(publicKey) }
}
