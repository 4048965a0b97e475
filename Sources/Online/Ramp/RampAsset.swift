// SPDX-License-Identifier: Apache-2.0

package import Chains

/// What Meso buys or sells, in the order in which its messages list them.
package enum RampAsset: String, Hashable, Sendable, CaseIterable {
    case eth = "ETH"
    case sol = "SOL"
    case usdc = "USDC"
    /// Deprecated in favour of POL.
    case matic = "MATIC"
    case pol = "POL"
    case usd = "USD"

    package var isFiat: Bool { self == .usd }

    /// Whether the asset exists on a network. Meso documents no table; this one follows from what the assets are.
    package func isAvailable(on network: ChainNetwork) -> Bool {
        switch self {
        case .usd: false
        case .usdc: true
        case .sol: network == .solana
        case .matic, .pol: network == .polygon
        case .eth: network.chain == .eip155 && network != .polygon
        }
    }

    static func list(_ assets: some Sequence<RampAsset>) -> String { assets.map(\.rawValue).joined(separator: ",") }
}
