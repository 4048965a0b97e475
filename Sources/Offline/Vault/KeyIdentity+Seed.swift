// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
import StellarXDR

#if EIP155
    import Secp256k1Kit
#endif

extension KeyIdentity {
    /// The identity of the 32 bytes that sign: an Ed25519 seed, or a private key of secp256k1.
    ///
    /// - Throws: `.invalidPrivateKey`, `.unsupportedChain`, `.sodium`.
    init(of seed: borrowing SecretBytes, on chain: Chain) throws(SecretError) {
        switch chain {
        case .stellar:
            let bytes = try guarded { () throws(SodiumError) in try Ed25519.publicKey(seed: seed) }
            guard let key = Uint256(bytes) else { preconditionFailure("a public key has 32 bytes") }
            self = .stellar(.ed25519(key))
        case .solana:
            let bytes = try guarded { () throws(SodiumError) in try Ed25519.publicKey(seed: seed) }
            self = .other(.solana(SolanaAddress(publicKey: bytes)))
        case .eip155:
            #if EIP155
                do throws(Secp256k1Error) {
                    self = .other(.eip155(EthereumAddress(publicKey: try Secp256k1.publicKey(of: seed))))
                } catch {
                    throw error == .invalidKey ? .invalidPrivateKey : .sodium(error.sodium)
                }
            #else
                throw .unsupportedChain(chain)
            #endif
        }
    }
}
