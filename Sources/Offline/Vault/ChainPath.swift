// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
import StellarXDR

#if EIP155
    import Secp256k1Kit
#endif

/// The path from a mnemonic to one account on a chain, by which wallets of the chain find it.
///
/// | chain | path |
/// |---|---|
/// | Stellar | m/44'/148'/account' (SEP-5) |
/// | Solana | m/44'/501'/account'/0' (the default of Phantom and Solflare) |
/// | Ethereum | m/44'/60'/0'/0/account (BIP-44, as MetaMask counts accounts) |
struct ChainPath: Hashable, Sendable {
    /// Number of accounts. The highest bit of a step marks it as hardened, so account indexes are below this.
    static let accounts: UInt32 = 1 << 31
    static let hardened: UInt32 = 1 << 31

    let chain: Chain
    let account: UInt32

    /// - Parameter account: below 2³¹.
    init(_ chain: Chain, account: UInt32) {
        precondition(account < Self.accounts, "an account index has 31 bits")
        self.chain = chain
        self.account = account
    }

    /// Parses the text of a path; nil for any other path than the chain's own.
    init?(_ text: String, chain: Chain) {
        for part in text.split(separator: "/") {
            let digits = part.hasSuffix("'") ? part.dropLast() : part
            guard let account = UInt32(digits), account < Self.accounts else { continue }
            let path = ChainPath(chain, account: account)
            guard path.text == text else { continue }
            self = path
            return
        }
        return nil
    }

    /// The steps; the highest bit marks a hardened one.
    var steps: [UInt32] {
        switch chain {
        case .stellar: [44, 148, account].map { $0 | Self.hardened }
        case .solana: [44, 501, account, 0].map { $0 | Self.hardened }
        case .eip155: [44, 60, 0].map { $0 | Self.hardened } + [0, account]
        }
    }

    var text: String {
        steps.reduce("m") { $0 + "/\($1 & ~Self.hardened)" + ($1 >= Self.hardened ? "'" : "") }
    }
}

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
