// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Stellar
package import StellarXDR

/// The public part of a key file, readable without a PIN. It is authenticated only when the file is opened: until then
/// the address is unverified.
package struct KeyInfo: Hashable, Sendable {
    package let name: KeyName
    /// The chain to which the key is bound, and its address there.
    package let identity: KeyIdentity
    package let kind: SecretKind
    /// Whether the seal requires a second factor.
    package var hasSecondFactor = false
    /// The account of the mnemonic; nil for a seed, which has none.
    package let account: UInt32?
    /// Where the entropy of the words came from; nil if they were not made here, or by a release that did not record
    /// it.
    package var source: EntropySource?
    /// When the file was created.
    package let created: Timestamp
    /// The Argon2id parameters, which set the cost of one PIN guess.
    package let parameters: PasswordHash.Parameters

    package var chain: Chain { identity.chain }

    /// The Stellar account; nil for a key of another chain, which signs nothing of Stellar.
    package var publicKey: PublicKey? { identity.account }

    /// The address on another chain; nil for a key of Stellar.
    package var address: ChainAddress? { identity.address }

    /// The path from the mnemonic to the key, such as m/44'/148'/0'; nil for a seed, which has none.
    package var path: String? { account.map { ChainPath(chain, account: $0).text } }

    /// The Stellar account, where nothing else will do.
    ///
    /// - Throws: `.otherChain` for a key of another chain.
    package func stellarAccount() throws(VaultError) -> PublicKey {
        guard let publicKey else { throw .otherChain(name, chain) }
        return publicKey
    }
}

extension KeyInfo {
    /// Coldstar's fingerprint of the mnemonic, by which wallets name it: the first four bytes of the SHA-256 of its
    /// account 0's public key on Stellar. Nil for a seed, which has none, and for other accounts and chains, whose file
    /// does not contain that key.
    package var fingerprint: [UInt8]? {
        account == 0 ? publicKey.map { Array(SHA256.hash($0.key.bytes).prefix(4)) } : nil
    }
}

/// The key to use when the user did not name one.
package enum KeyChoice: Hashable, Sendable {
    /// The vault has only this key, or only this one of the chain.
    case only(KeyName)
    /// The key, among several, that has to sign.
    case owner(KeyName)
    /// Several keys have to sign, or none of several does.
    case ambiguous([KeyName])
    case none

    /// - Parameters:
    ///   - keys: all keys of the vault. A key whose file cannot be read can still be the only one: its error is more
    ///     useful than none.
    ///   - identities: the keys that have to sign, most important first; the first that is in the vault decides. Keys
    ///     of other chains are left out of the choice, unless they are all that there is.
    package init(among keys: [ListedKey], for identities: [KeyIdentity]) {
        let chains = identities.map(\.chain)
        let fitting = keys.filter { key in
            (try? key.info.get()).map { chains.isEmpty || chains.contains($0.chain) } ?? true
        }
        let keys = fitting.isEmpty ? keys : fitting
        guard let first = keys.first else {
            self = .none
            return
        }
        guard keys.count > 1 else {
            self = .only(first.name)
            return
        }
        for identity in identities {
            let owners = keys.filter { key in (try? key.info.get())?.identity == identity }
            if owners.count == 1 {
                self = .owner(owners[0].name)
                return
            }
            // Two names for one account: the PIN that the user knows could be either's.
            if owners.count > 1 {
                self = .ambiguous(owners.map(\.name))
                return
            }
        }
        self = .ambiguous(keys.map(\.name))
    }
}

/// A key file in the vault, with its public part or the reason why it cannot be read.
package struct ListedKey: Sendable {
    package let name: KeyName
    package let info: Result<KeyInfo, VaultError>
}

/// A key that was just written to the vault.
package struct CreatedKey: Hashable, Sendable {
    package let info: KeyInfo
    /// How long Argon2id took, which is the cost of one PIN guess on a similar machine.
    package let sealing: Swift.Duration
}

/// The name of a key and its file: 1 to 64 letters, digits, `_` and `-`, not starting with `-`.
package struct KeyName: Hashable, Comparable, Sendable {
    /// The name as entered.
    package let text: String

    /// - Throws: `.invalidName`.
    package init(_ text: String) throws(VaultError) {
        guard (1...64).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "-"),
            text.utf8.allSatisfy(Self.isAllowed)
        else { throw .invalidName(text) }
        self.text = text
    }

    package static func < (left: KeyName, right: KeyName) -> Bool { left.text < right.text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

extension KeyInfo {
    /// Refuses a key for whose chain this program was built without what it needs, before its PIN is asked for.
    package func checkSupport() throws(VaultError) {
        guard KeySecret.supports(chain) else { throw .secret(.unsupportedChain(chain)) }
    }
}
