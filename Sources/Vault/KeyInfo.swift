// SPDX-License-Identifier: Apache-2.0
package import SodiumKit

/// What a key file tells without a PIN. It is authenticated, but only by opening the file: until then the public key
/// is a claim of whoever wrote it.
package struct KeyInfo: Hashable, Sendable {
    package let name: KeyName
    /// The Ed25519 public key, 32 bytes.
    package let publicKey: [UInt8]
    package let kind: SecretKind
    /// The account of the mnemonic; nil for a seed, which has none.
    package let account: UInt32?
    /// When the file was made, in seconds since 1970.
    package let created: Int64
    /// The work that one guess of the PIN takes.
    package let parameters: PasswordHash.Parameters

    /// The public key as text, `G…`.
    package var address: String { AccountText.encode(publicKey) }
}
