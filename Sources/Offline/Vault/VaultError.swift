// SPDX-License-Identifier: Apache-2.0

package import Chains
package import SafeFiles
package import SodiumKit

/// An error of the vault. No error helps someone who guesses a PIN, and none contains a secret.
package enum VaultError: Error, Hashable {
    /// The text is not a valid key name.
    case invalidName(String)
    /// No key has this name.
    case noSuchKey(KeyName, closest: KeyName? = nil)
    /// A key with this name already exists; it was not changed.
    case nameInUse(KeyName)
    /// The key file is malformed.
    case damaged(KeyName, reason: String)
    /// The file contains another key: it was renamed or replaced.
    case misplaced(KeyName, found: KeyName)
    /// The file was written by a later release.
    case unsupportedVersion(KeyName, found: UInt64, newest: UInt64)
    /// The file uses a feature that this release does not support.
    case unsupportedFeature(KeyName, feature: String)
    /// The PIN is wrong or the file was altered; the two cannot be distinguished.
    case cannotOpen(KeyName)
    /// A second factor is required and missing, or given but not used.
    case secondFactor(KeyName, wanted: Bool)
    /// The key's secret does not support the operation, or the text entered is not a secret.
    case secret(SecretError)
    /// The key is bound to this chain, and a key of Stellar is needed.
    case otherChain(KeyName, Chain)
    /// The new PIN is too easy to guess.
    case weakPIN(PINWeakness)
    /// Guarded memory or Argon2id parameters.
    case sodium(SodiumError)
    /// Book, policy, journal or seals contradict each other.
    case state(StateError)
    /// A file could not be read, written or removed.
    case file(FileError)
}
