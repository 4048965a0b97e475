// SPDX-License-Identifier: Apache-2.0

/// How a message is turned into what is signed.
package enum MessageScheme: String, Hashable, Sendable, CaseIterable {
    /// Ed25519 over the bytes as they are, as wallets of Solana do it.
    case solanaRaw = "solana-raw"
    /// ECDSA over the Keccak-256 of the bytes behind a prefix (`personal_sign`).
    case eip191 = "eip191"

    /// The one scheme of a chain; nil for Stellar, whose messages are signed as in SEP-53.
    package init?(of chain: Chain) {
        switch chain {
        case .stellar: return nil
        case .solana: self = .solanaRaw
        case .eip155: self = .eip191
        }
    }
}
