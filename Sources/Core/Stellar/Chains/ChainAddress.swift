// SPDX-License-Identifier: Apache-2.0

/// An address of another chain than Stellar.
package enum ChainAddress: Hashable, Sendable {
    case solana(SolanaAddress)
    case eip155(EthereumAddress)

    /// - Returns: nil for text that is not an address of this network.
    package init?(_ text: String, on network: ChainNetwork) { self.init(text, chain: network.chain) }

    /// - Returns: nil for text that is not an address of this chain, and for Stellar.
    package init?(_ text: String, chain: Chain) {
        switch chain {
        case .stellar: return nil
        case .solana:
            guard let address = SolanaAddress(text) else { return nil }
            self = .solana(address)
        case .eip155:
            guard let address = EthereumAddress(text) else { return nil }
            self = .eip155(address)
        }
    }

    package var chain: Chain {
        switch self {
        case .solana: .solana
        case .eip155: .eip155
        }
    }

    /// Base58, or `0x` with the checksum of EIP-55.
    package var text: String {
        switch self {
        case .solana(let address): address.text
        case .eip155(let address): address.text
        }
    }
}
