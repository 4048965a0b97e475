// SPDX-License-Identifier: Apache-2.0
package import SafeFiles
package import SodiumKit

/// What can go wrong with keys. Nothing here helps somebody who guesses a PIN, and nothing carries a secret.
package enum VaultError: Error, Hashable {
    /// Not a name that a key can have.
    case invalidName(String)
    /// There is no key of this name.
    case noSuchKey(KeyName, closest: KeyName? = nil)
    /// There is one already; it was not touched.
    case nameInUse(KeyName)
    /// The key file does not read as one.
    case damaged(KeyName, reason: String)
    /// The file of this key holds another: it was renamed or put in its place.
    case misplaced(KeyName, found: KeyName)
    /// Written by a later release.
    case unsupportedVersion(KeyName, found: UInt64, newest: UInt64)
    /// Written with something that this release has no use for yet.
    case unsupportedFeature(KeyName, feature: String)
    /// The PIN does not open this file, or the file was altered: the two cannot be told apart.
    case cannotOpen(KeyName)
    /// A second factor is needed and was not given, or the other way round.
    case secondFactor(KeyName, wanted: Bool)
    /// The key's secret does not give what was wanted.
    case secret(SecretError)
    /// A new PIN that would be guessed at once.
    case weakPIN(PINWeakness)
    /// Memory or Argon2id parameters.
    case sodium(SodiumError)
    /// Book, policy, journal or seals contradict each other.
    case state(StateError)
    /// Reading, writing or removing a file.
    case file(FileError)
}
