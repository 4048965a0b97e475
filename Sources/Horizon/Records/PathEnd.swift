// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// What the open end of a path search may be.
package enum PathEnd: Hashable, Sendable {
    case assets([Asset])
    /// Any asset that the account holds.
    case account(AccountID)

    /// The query fields; `side` is `source` or `destination`.
    func query(_ side: String) -> (name: String, value: String) {
        switch self {
        case .assets(let assets): ("\(side)_assets", assets.map(\.text).joined(separator: ","))
        case .account(let account): ("\(side)_account", account.address)
        }
    }
}
