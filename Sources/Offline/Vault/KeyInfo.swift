// SPDX-License-Identifier: Apache-2.0

package import SodiumKit
package import Stellar
package import StellarXDR

/// The public part of a key file, readable without a PIN. It is authenticated only when the file is opened: until then the public
/// key is unverified.
package struct KeyInfo: Hashable, Sendable {
    package let name: KeyName
    package let publicKey: PublicKey
    package let kind: SecretKind
    /// Whether the seal requires a second factor.
    package var hasSecondFactor = false
    /// The account of the mnemonic; nil for a seed, which has none.
    package let account: UInt32?
    /// When the file was created.
    package let created: Timestamp
    /// The Argon2id parameters, which set the cost of one PIN guess.
    package let parameters: PasswordHash.Parameters
}
