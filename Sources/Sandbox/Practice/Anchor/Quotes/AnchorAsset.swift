// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// An asset that the anchor receives or pays.
enum AnchorAsset: Hashable, Sendable {
    /// An asset on the ledger.
    case stellar(Asset)
    /// US dollars at the practice bank.
    case dollars
    /// The money that backs SRT, one to one; no SEP has a name for it.
    case practiceMoney

    static let dollarsName = "iso4217:USD"

    /// The name in the format of SEP-38; nil if it has none.
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
