// SPDX-License-Identifier: Apache-2.0
import Stellar
import StellarXDR

/// What the anchor takes or gives.
enum AnchorAsset: Hashable, Sendable {
    /// On the ledger.
    case stellar(Asset)
    /// Dollars at the practice bank.
    case dollars
    /// The money that stands behind SRT, one for one, and has no name of its own in any SEP.
    case practiceMoney

    static let dollarsName = "iso4217:USD"

    /// In the format of SEP-38; nil where it has no name.
    var name: String? {
        switch self {
        case .stellar(.native): "stellar:native"
        case .stellar(let asset): "stellar:\(asset.text)"
        case .dollars: Self.dollarsName
        case .practiceMoney: nil
        }
    }

    /// The smallest amount, in stroops.
    var unit: Int64 { self == .dollars ? 100_000 : 1 }

    var decimals: Int { self == .dollars ? 2 : Amount.decimals }
}
