// SPDX-License-Identifier: Apache-2.0
package import SodiumKit
package import Stellar
package import StellarXDR

/// What a key file tells without a PIN. It is authenticated, but only by opening the file: until then the public key
/// is a claim of whoever wrote it.
package struct KeyInfo: Hashable, Sendable {
    package let name: KeyName
    package let publicKey: PublicKey
    package let kind: SecretKind
    /// Whether a second factor is mixed into what seals it.
    package var hasSecondFactor = false
    /// The account of the mnemonic; nil for a seed, which has none.
    package let account: UInt32?
    /// When the file was made.
    package let created: Timestamp
    /// The work that one guess of the PIN takes.
    package let parameters: PasswordHash.Parameters
}
