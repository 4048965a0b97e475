// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// An account's balance of one asset or one liquidity pool.
package struct AccountBalance: Hashable, Sendable {
    package enum Holding: Hashable, Sendable {
        case asset(Asset)
        /// The pool's id, as written.
        case poolShares(id: String)
    }

    package let holding: Holding
    package let balance: Amount
    /// The trustline's limit; nil for native, which has none.
    package let limit: Amount?
    /// The liabilities of open offers: the amounts that they may buy and sell.
    package let buyingLiabilities: Amount
    package let sellingLiabilities: Amount
    package let isAuthorized: Bool
    package let maintainsLiabilities: Bool
    package let isClawbackEnabled: Bool
    package let sponsor: AccountID?

    /// The asset, or `pool:` followed by the pool's id, escaped.
    package var name: String {
        switch holding {
        case .asset(let asset): asset.text
        case .poolShares(let id): "pool:\(TerminalText.escape(id))"
        }
    }

    package var asset: Asset? {
        if case .asset(let asset) = holding { asset } else { nil }
    }

    package init(
        holding: Holding, balance: Amount, limit: Amount?, buyingLiabilities: Amount, sellingLiabilities: Amount,
        isAuthorized: Bool, maintainsLiabilities: Bool, isClawbackEnabled: Bool, sponsor: AccountID?
    ) {
        self.holding = holding
        self.balance = balance
        self.limit = limit
        self.buyingLiabilities = buyingLiabilities
        self.sellingLiabilities = sellingLiabilities
        self.isAuthorized = isAuthorized
        self.maintainsLiabilities = maintainsLiabilities
        self.isClawbackEnabled = isClawbackEnabled
        self.sponsor = sponsor
    }

    package init(_ json: JSON) throws(JSONError) {
        let isPool = try json.string("asset_type") == "liquidity_pool_shares"
        holding = isPool ? .poolShares(id: try json.string("liquidity_pool_id")) : .asset(try json.asset())
        let isNative = holding == .asset(.native)
        balance = try json.amount("balance")
        limit = isNative ? nil : try json.amount("limit")
        buyingLiabilities = try json.optionalAmount("buying_liabilities") ?? .zero
        sellingLiabilities = try json.optionalAmount("selling_liabilities") ?? .zero
        // Shares of a pool need no authorization; Horizon writes false for them.
        let needsNone = isNative || isPool
        isAuthorized = needsNone ? true : try json.bool("is_authorized")
        maintainsLiabilities = needsNone ? true : try json.bool("is_authorized_to_maintain_liabilities")
        isClawbackEnabled = json["is_clawback_enabled"] == nil ? false : try json.bool("is_clawback_enabled")
        sponsor = try json.optionalAccount("sponsor")
    }
}
