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
