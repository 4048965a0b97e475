// SPDX-License-Identifier: Apache-2.0

package import Crypto
package import Stellar
package import StellarXDR

/// The public part of a key file, readable without a PIN. It is authenticated only when the file is opened: until then the address is
/// unverified.
package struct KeyInfo: Hashable, Sendable {
    package let name: KeyName
    /// The chain to which the key is bound, and its address there.
    package let identity: KeyIdentity
    package let kind: SecretKind
    /// Whether the seal requires a second factor.
    package var hasSecondFactor = false
    /// The account of the mnemonic; nil for a seed, which has none.
    package let account: UInt32?
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
    /// Coldstar's fingerprint of the mnemonic, by which wallets name it: the first four bytes of the SHA-256 of its account 0's public
    /// key on Stellar. Nil for a seed, which has none, and for other accounts and chains, whose file does not contain that key.
    package var fingerprint: [UInt8]? {
        account == 0 ? publicKey.map { Array(SHA256.hash($0.key.bytes).prefix(4)) } : nil
    }
}
