// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Trustlines, for assets and for shares of pools.
extension Preflight {
    mutating func apply(_ change: ChangeTrustOp, at index: Int, from source: AccountID) throws(Failure) {
        guard let owner = try account(source) else { return }
        guard let asset = change.line.asset else { return try apply(poolShares: change, of: owner, at: index) }
        let limit = Int128(change.limit)
        guard let line = owner.lines[asset] else { return try addLine(asset, limit, to: owner, at: index) }
        if limit == 0 {
            if line.balance != 0 || line.isBusy {
                complain(
                    "op_invalid_limit", at: index,
                    "the trustline cannot be removed: \(source.address) still holds \(Self.units(line.balance)) "
                        + "\(asset.code)" + (line.isBusy ? ", or has offers with it" : ""),
                    hint: "send the balance away first, or back to the issuer")
            }
            holdings[source]?.lines[asset] = nil
            holdings[source]?.entries -= 1
            holdings[source]?.subentries -= 1
            return
        }
        if limit < line.balance + line.buying {
            complain(
                "op_invalid_limit", at: index,
                "the limit is below the balance of \(Self.units(line.balance + line.buying)) \(asset.code)")
        }
        holdings[source]?.lines[asset]?.limit = limit
    }

    private mutating func addLine(_ asset: Asset, _ limit: Int128, to owner: Holdings, at index: Int) throws(Failure) {
        guard limit > 0 else {
            return complain(
                "op_invalid_limit", at: index, "\(owner.id.address) has no trustline for \(asset.text) to remove")
        }
        if let issuer = asset.issuer, try account(issuer) == nil {
            complain(
                "op_no_issuer", at: index, "the issuer \(issuer.address) of \(asset.code) does not exist",
                hint: "check the asset's issuer")
        }
        try addEntries(1, of: owner.id, at: index, "a trustline")
        // Whether the issuer has to allow it first shows when something is sent, not here.
        holdings[owner.id]?.lines[asset] = Holdings.Line(
            balance: 0, limit: limit, buying: 0, selling: 0, isAuthorized: true)
        holdings[owner.id]?.subentries += 1
    }

    /// Shares of a pool need a trustline for each of its assets, and two reserves.
    private mutating func apply(poolShares change: ChangeTrustOp, of owner: Holdings, at index: Int) throws(Failure) {
        guard case .poolShare(.liquidityPoolConstantProduct(let pool)) = change.line else { return }
        let parameters = LiquidityPoolParameters.liquidityPoolConstantProduct(pool)
        guard owner.pools[parameters.id] == nil else { return }
        guard change.limit > 0 else {
            return complain(
                "op_invalid_limit", at: index, "\(owner.id.address) has no shares of this pool to give up")
        }
        for asset in [pool.assetA, pool.assetB]
        where asset != .native && asset.issuer != owner.id && owner.lines[asset] == nil {
            complain(
                "op_trust_line_missing", at: index,
                "shares of a pool need a trustline for \(asset.text), which \(owner.id.address) does not have",
                hint: "coldstar-build trust add --source \(owner.id.address) --asset \(asset.text)")
        }
        try addEntries(2, of: owner.id, at: index, "a trustline for shares of a pool")
        holdings[owner.id]?.pools[parameters.id] = 0
        holdings[owner.id]?.subentries += 2
    }
}
