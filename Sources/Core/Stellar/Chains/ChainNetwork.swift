// SPDX-License-Identifier: Apache-2.0

/// A family of networks whose keys, addresses and signatures have one form. Every key is bound to one chain.
///
/// - Source: CAIP-2 namespaces, except for Stellar.
package enum Chain: String, Hashable, Sendable, CaseIterable {
    case stellar, solana, eip155

    /// The name that people use: "Stellar", "Solana", "Ethereum".
    package var title: String {
        switch self {
        case .stellar: "Stellar"
        case .solana: "Solana"
        case .eip155: "Ethereum"
        }
    }
}

/// A network of another chain than Stellar, named as in CAIP-2: the ones that Meso supports.
///
/// - Source: RAMP-FACTS §2; CAIP-2.
package enum ChainNetwork: String, Hashable, Sendable, CaseIterable {
    case ethereum = "eip155:1"
    case solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
    case polygon = "eip155:137"
    case optimism = "eip155:10"
    case arbitrum = "eip155:42161"
    case base = "eip155:8453"

    /// - Parameter text: a CAIP-2 identifier; nil for any other network, test networks included.
    package init?(caip2 text: String) {
        // Not as strings, which take U+212A for a K.
        guard let found = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) else { return nil }
        self = found
    }

    /// The CAIP-2 identifier.
    package var caip2: String { rawValue }

    package var chain: Chain { self == .solana ? .solana : .eip155 }

    /// The name that people use.
    package var title: String {
        switch self {
        case .ethereum: "Ethereum"
        case .solana: "Solana"
        case .polygon: "Polygon"
        case .optimism: "OP Mainnet"
        case .arbitrum: "Arbitrum One"
        case .base: "Base"
        }
    }
}
