// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

/// Operations on liquidity pool shares.
extension Preflight {
    /// The number of trustlines above which the server is queried for a pool's assets instead of trying all pairs.
    private static var mostPairedLines: Int { 40 }

    /// Changes a pool share trustline, which needs a trustline for each of the pool's assets and two base reserves.
    mutating func changePoolTrust(_ op: ChangeTrustOp, of source: AccountID) throws(Failure) -> OperationFailure? {
        guard case .poolShare(.liquidityPoolConstantProduct(let pool)) = op.line, let owner = try account(source)
        else { return nil }
        let id = LiquidityPoolParameters.liquidityPoolConstantProduct(pool).id
        let limit = Int128(op.limit)
        if let shares = owner.pools[id] {
            if limit < shares.balance.low {
                return OperationFailure(
                    .opInvalidLimit, "\(source.address) holds \(Self.units(shares.balance.low)) shares of the pool",
                    hint: limit == 0 ? "withdraw from the pool first" : nil)
            }
            guard limit == 0 else {
                try update(source) { $0.pools[id]?.limit = limit }
                return nil
            }
            try update(source) { $0.pools[id] = nil }
            try removeEntries(2, of: source, shares.sponsor)
            return nil
        }
        guard limit > 0 else {
            return OperationFailure(.opInvalidLimit, "\(source.address) has no shares of this pool to give up")
        }
        for asset in [pool.assetA, pool.assetB] { if let fault = lineForPool(asset, owner) { return fault } }
        if let fault = try addEntries(2, of: source, "a trustline for shares of a pool") { return fault }
        let shares = AccountState.PoolShares(
            balance: 0, limit: limit, sponsor: sponsor(of: source), assets: [pool.assetA, pool.assetB])
        try update(source) { $0.pools[id] = shares }
        return nil
    }

    private func lineForPool(_ asset: Asset, _ owner: AccountState) -> OperationFailure? {
        guard asset != .native, asset.issuer != owner.id else { return nil }
        guard let line = owner.lines[asset] else {
            return OperationFailure(
                .opTrustLineMissing,
                "shares of a pool need a trustline for \(asset.text), which \(owner.id.address) does not have",
                hint: "\(step: .build(.addTrustline(account: owner.id.address, asset: asset.text)))")
        }
        guard line.authorization == .none else { return nil }
        return OperationFailure(
            .opNotAutMaintainLiabilities,
            "the issuer does not allow \(owner.id.address) to hold \(asset.text), so not its pools either")
    }

    /// Whether one of the account's pools contains the asset; false when its assets are not known.
    mutating func isInPool(_ asset: Asset, of source: AccountID) throws(Failure) -> Bool {
        for id in try account(source)?.pools.keys.map(\.self) ?? [] {
            if try assets(of: id, heldBy: source)?.contains(asset) == true { return true }
        }
        return false
    }

    /// The two assets of a pool whose shares the account holds; nil when they are not known.
    ///
    /// A pool's id is the hash of its assets, for which the account has trustlines, so it is found among their pairs.
    mutating func assets(of pool: PoolID, heldBy source: AccountID) throws(Failure) -> [Asset]? {
        guard let state = try account(source) else { return nil }
        if let known = state.pools[pool]?.assets { return known }
        var found: [Asset]?
        if state.lines.count <= Self.mostPairedLines {
            let candidates = [Asset.native] + state.lines.keys
            for a in candidates where found == nil {
                let b = candidates.first { LiquidityPoolParameters(a, $0)?.id == pool }
                found = b.map { [a, $0] }
            }
        }
        if found == nil { found = try view.assets(of: pool) }
        if let found { try update(source) { $0.pools[pool]?.assets = found } }
        return found
    }

    mutating func deposit(
        _ op: LiquidityPoolDepositOp, at index: Int, from source: AccountID
    ) throws(Failure) -> OperationFailure? {
        let pool = op.liquidityPoolID
        guard try account(source)?.pools[pool] != nil else { return noShares(pool, source) }
        leaveOpen(index, "what is in the pool, its price, and what of the two assets it takes")
        if let assets = try assets(of: pool, heldBy: source), assets.count == 2 {
            if let fault = frozenLine(of: source, assets) { return fault }
            for asset in assets {
                guard let line = try account(source)?.lines[asset], line.authorization != .full else { continue }
                return OperationFailure(
                    .opNotAuthorized, "the issuer does not allow \(source.address) to hold \(asset.text)")
            }
            for (asset, most) in zip(assets, [op.maxAmountA, op.maxAmountB]) {
                guard asset.issuer != source else { continue }
                guard let spare = try spare(asset, of: source), spare.high > 0 else {
                    return OperationFailure(
                        .opUnderfunded, "\(source.address) can spare no \(asset.code) for the pool")
                }
                try change(asset, of: source) { $0 -= Bounds(1, Int128(most)) }
            }
        } else {
            try loosenHoldings(of: source)
        }
        try update(source) { state in
            guard var shares = state.pools[pool] else { return }
            shares.balance = (shares.balance + Bounds(1, Int128(Int64.max))).atMost(shares.limit)
            state.pools[pool] = shares
        }
        return nil
    }

    mutating func withdraw(
        _ op: LiquidityPoolWithdrawOp, at index: Int, from source: AccountID
    ) throws(Failure) -> OperationFailure? {
        let pool = op.liquidityPoolID
        guard let held = try account(source)?.pools[pool] else { return noShares(pool, source) }
        let amount = Int128(op.amount)
        guard held.balance.high >= amount else {
            return OperationFailure(
                .opUnderfunded,
                "\(source.address) has \(Self.units(held.balance.high)) shares of the pool, not \(Self.units(amount))")
        }
        leaveOpen(index, "what the pool gives for the shares, and whether there is room for it")
        try update(source) { $0.pools[pool]?.balance = (held.balance - Bounds(amount)).atLeast(0) }
        guard let assets = try assets(of: pool, heldBy: source), assets.count == 2 else {
            try loosenHoldings(of: source)
            return nil
        }
        if let fault = frozenLine(of: source, assets) { return fault }
        for (asset, least) in zip(assets, [op.minAmountA, op.minAmountB]) where asset.issuer != source {
            if let room = try room(asset, of: source), room.high < Int128(least) {
                return OperationFailure(
                    .opLineFull,
                    "\(source.address) takes at most \(Self.units(max(0, room.high))) more \(asset.code)")
            }
            try change(asset, of: source) { $0 += Bounds(Int128(least), Int128(Int64.max)) }
        }
        return nil
    }

    /// Widens the bounds of all the account's balances, which change by unknown amounts.
    private mutating func loosenHoldings(of source: AccountID) throws(Failure) {
        let most = Int128(Int64.max)
        for asset in try [Asset.native] + (account(source)?.lines.keys.map(\.self) ?? []) {
            try change(asset, of: source) { $0 += Bounds(-most, most) }
        }
    }

    private func noShares(_ pool: PoolID, _ source: AccountID) -> OperationFailure {
        OperationFailure(
            .opNoTrust,
            "\(source.address) has no trustline for shares of the pool \(StrKey.liquidityPool(pool).text)",
            hint:
                "\(step: .build(.addTrustline(account: source.address, asset: nil))) makes it, with the pool's two assets"
        )
    }
}
