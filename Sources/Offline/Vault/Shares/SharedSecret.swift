// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Stellar

/// How the secret of shares is to be read: the standard does not say, and one secret may give several accounts.
package enum SharedReading: String, CaseIterable, Sendable {
    /// The entropy of a BIP-39 mnemonic.
    case words
    /// The 32 bytes of one secret key, such as `S…`.
    case key
    /// The seed of a wallet, from which it derives its keys without words; also BIP-39's seed of words.
    case seed

    /// What a secret of this length can be, the likeliest first.
    package static func possible(ofLength length: Int) -> [SharedReading] {
        switch length {
        case 32: [.words, .key, .seed]
        case 16, 20, 24, 28: [.words, .seed]
        default: [.seed]
        }
    }
}

extension KeySecret {
    /// The secret that shares give.
    ///
    /// A seed that is not BIP-39's has no kind of its own in a key file: only the key of the account is kept.
    /// - Parameters:
    ///   - shared: of a length that the reading allows.
    ///   - account: the account of words or a seed; a secret key has none.
    /// - Throws: `.noSuchChild`, `.unsupportedChain`, `.sodium`.
    package init(
        shared: borrowing SecretBytes, as reading: SharedReading, chain: Chain, account: UInt32
    ) throws(SecretError) {
        guard Self.supports(chain) else { throw .unsupportedChain(chain) }
        let bytes = try guarded { () throws(SodiumError) in try shared.copy() }
        switch reading {
        case .words: self.init(kind: .mnemonic, chain: chain, account: account, bytes: bytes)
        case .key: self.init(kind: .seed, chain: chain, account: nil, bytes: bytes)
        case .seed where SecretKind.bip39Seed.lengths.contains(bytes.count):
            self.init(kind: .bip39Seed, chain: chain, account: account, bytes: bytes)
        case .seed:
            let key = try Self.key(from: bytes, at: ChainPath(chain, account: account))
            self.init(kind: .seed, chain: chain, account: nil, bytes: key)
        }
    }
}

extension Vault {
    /// Shares of a key's secret, which were proven to give its account: of the entropy of its words, of its own 32
    /// bytes, or of the seed of words that are not stored.
    ///
    /// - Parameter noting: is handed the key once the shares are made, to write a line about them.
    /// - Throws: the errors of `unlock`; `.sodium(.cannotOpen)` if the machine calculated wrongly.
    package func shares(
        of name: KeyName, by scheme: ShareScheme, pin: borrowing SecretBytes,
        secondFactor: borrowing SecretBytes? = nil, noting: (borrowing UnlockedKey) -> Void = { _ in }
    ) throws(VaultError) -> [Share] {
        let file = try read(name)
        let secret = try open(file, pin: pin, secondFactor: secondFactor)
        let reading: SharedReading =
            switch secret.kind {
            case .mnemonic: .words
            case .seed: .key
            case .bip39Seed: .seed
            }
        do {
            let set = try ShareSet.make(of: secret.bytes, by: scheme)
            let none = try SecretBytes(count: 0)
            let combined = try set.combine().decrypted(with: none)
            let again = try KeySecret(
                shared: combined, as: reading, chain: secret.chain, account: secret.account ?? 0)
            guard try again.identity() == file.info.identity else { throw SodiumError.cannotOpen }
            noting(try unlocked(file, secret))
            return set.shares
        } catch let error as SodiumError {
            throw .sodium(error)
        } catch let error as SecretError {
            throw VaultError(error, of: name)
        } catch let error as VaultError {
            throw error
        } catch ShareSetError.sodium(let error) {
            throw .sodium(error)
        } catch {
            throw .sodium(.cannotOpen)
        }
    }
}

/// An account that the secret of shares may be.
package struct SharedAccount: Hashable, Sendable {
    package let reading: SharedReading
    /// The number of the account; 0 for a secret key, which has none.
    package let account: UInt32
    package let identity: KeyIdentity
    /// The path of the account; nil for a secret key.
    package let path: String?

    /// - Throws: as `KeySecret.init(shared:as:chain:account:)` does; `.invalidPrivateKey`.
    package init(
        of shared: borrowing SecretBytes, as reading: SharedReading, chain: Chain, account: UInt32
    ) throws(SecretError) {
        self.reading = reading
        self.account = reading == .key ? 0 : account
        path = reading == .key ? nil : ChainPath(chain, account: account).text
        identity = try KeySecret(shared: shared, as: reading, chain: chain, account: account).identity()
    }
}
