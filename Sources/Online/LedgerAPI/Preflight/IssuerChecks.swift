// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

/// Operations of an issuer on the trustlines of others.
extension Preflight {
    private static var authorized: UInt32 { AccountState.Authorization.full.rawValue }
    private static var maintains: UInt32 { AccountState.Authorization.maintainLiabilities.rawValue }
    private static var clawbackEnabled: UInt32 { 4 }

    mutating func allowTrust(_ op: AllowTrustOp, at index: Int, by source: AccountID) throws(Failure)
        -> OperationFailure?
    {
        let asset = Asset(op.asset, issuer: source)
        let isRevocable = try account(source)?.flags.authRevocable == true
        if op.authorize == 0, !isRevocable { return cannotRevoke(asset, op.trustor, source) }
        guard mayAsk(op.trustor) else { return leaveLineOpen(op.trustor, at: index) }
        guard let line = try account(op.trustor)?.lines[asset] else { return noLine(asset, op.trustor) }
        if !isRevocable, line.authorization == .full, op.authorize == Self.maintains {
            return cannotRevoke(asset, op.trustor, source)
        }
        guard let authorization = AccountState.Authorization(rawValue: op.authorize) else { return nil }
        try authorize(op.trustor, asset, authorization, at: index)
        return nil
    }

    mutating func setFlags(_ op: SetTrustLineFlagsOp, at index: Int, by source: AccountID) throws(Failure)
        -> OperationFailure?
    {
        let takesAway = op.clearFlags & (Self.authorized | Self.maintains) != 0 && op.setFlags & Self.authorized == 0
        if takesAway, try account(source)?.flags.authRevocable != true {
            return cannotRevoke(op.asset, op.trustor, source)
        }
        guard mayAsk(op.trustor) else { return leaveLineOpen(op.trustor, at: index) }
        guard let line = try account(op.trustor)?.lines[op.asset] else { return noLine(op.asset, op.trustor) }
        let flags =
            line.authorization.rawValue & ~op.clearFlags | op.setFlags & (Self.authorized | Self.maintains)
        guard let authorization = AccountState.Authorization(rawValue: flags) else {
            return OperationFailure(
                .opInvalidState,
                "\(op.trustor.address) would be both authorized for \(op.asset.text) and only allowed to keep its offers"
            )
        }
        if op.clearFlags & Self.clawbackEnabled != 0 {
            try update(op.trustor) { $0.lines[op.asset]?.isClawbackEnabled = false }
        }
        try authorize(op.trustor, op.asset, authorization, at: index)
        return nil
    }

    /// Sets the holder's authorization. A holder not authorized to maintain liabilities loses its offers, and its
    /// shares of pools with the asset.
    private mutating func authorize(
        _ trustor: AccountID, _ asset: Asset, _ authorization: AccountState.Authorization, at index: Int
    ) throws(Failure) {
        let before = try account(trustor)?.lines[asset]?.authorization
        try update(trustor) { $0.lines[asset]?.authorization = authorization }
        guard before != AccountState.Authorization.none, authorization == .none else { return }
        let hasPools = try account(trustor)?.pools.isEmpty == false
        try update(trustor) { $0.dropOffers(with: asset) }
        guard hasPools else { return }
        for pool in try account(trustor)?.pools.keys.map(\.self) ?? [] {
            guard try assets(of: pool, heldBy: trustor)?.contains(asset) != false else { continue }
            leaveOpen(index, "who pays the reserves of the balances that a pool gives back")
            try update(trustor) {
                $0.pools[pool] = nil
                $0.entries -= Bounds(0, 2)
            }
        }
    }

    private func cannotRevoke(_ asset: Asset, _ owner: AccountID, _ issuer: AccountID) -> OperationFailure {
        OperationFailure(
            .opCantRevoke, "\(issuer.address) cannot revoke \(owner.address)'s authorization to hold \(asset.text)",
            hint: "\(step: .build(.makeRevocable)) on the issuer comes first")
    }

    private mutating func leaveLineOpen(_ owner: AccountID, at index: Int) -> OperationFailure? {
        leaveOpen(index, "the trustline of \(owner.address)")
        return nil
    }

    private func noLine(_ asset: Asset, _ owner: AccountID) -> OperationFailure {
        OperationFailure(.opNoTrust, "\(owner.address) has no trustline for \(asset.text)")
    }

    mutating func clawBack(_ op: ClawbackOp, at index: Int) throws(Failure) -> OperationFailure? {
        let owner = op.from.account
        guard mayAsk(owner) else { return leaveLineOpen(owner, at: index) }
        guard let line = try account(owner)?.lines[op.asset] else { return noLine(op.asset, owner) }
        guard line.isClawbackEnabled else {
            return OperationFailure(
                .opNotClawbackEnabled,
                "the trustline of \(owner.address) for \(op.asset.text) was made without the right to claw back")
        }
        let amount = Int128(op.amount)
        let spare = try spare(op.asset, of: owner)?.high ?? 0
        guard spare >= amount else {
            return OperationFailure(
                .opUnderfunded,
                "\(owner.address) has \(Self.units(spare)) \(op.asset.code) to claw back, not \(Self.units(amount))")
        }
        try change(op.asset, of: owner) { $0 -= Bounds(amount) }
        return nil
    }
}

extension AccountState {
    /// Removes the offers that sell or buy an asset; the number of others is then known only within bounds, unless all
    /// offers are known.
    fileprivate mutating func dropOffers(with asset: Asset) {
        guard offerCount.high > 0 else { return }
        entries -= Bounds(0, offerCount.high)
        offerCount = Bounds(0, offerCount.high)
        offers = nil
        for other in lines.keys { lines[other]?.holding.releaseOffers() }
        native.releaseOffers()
        guard let balance = lines[asset]?.holding.balance else { return }
        lines[asset]?.holding = Holding(balance: balance, spendable: balance, filled: balance)
    }
}

extension AccountState.Holding {
    /// Widens the bounds, because the liabilities of open offers in the asset may or may not have been released.
    fileprivate mutating func releaseOffers() {
        spendable.high = max(spendable.high, balance.high)
        filled.low = min(filled.low, balance.low)
    }
}

/// Trustline operations of the holder.
extension Preflight {
    mutating func changeTrust(_ op: ChangeTrustOp, of source: AccountID) throws(Failure) -> OperationFailure? {
        guard let asset = op.line.asset, let issuer = asset.issuer else { return try changePoolTrust(op, of: source) }
        let limit = Int128(op.limit)
        guard let line = try account(source)?.lines[asset] else {
            return try addLine(asset, issuer, limit, of: source)
        }
        let least = settled(line.holding, asset).filled.low
        if limit < least {
            return OperationFailure(
                .opInvalidLimit,
                limit == 0
                    ? "the trustline cannot be removed: \(source.address) still holds "
                        + "\(Self.units(least)) \(asset.code), offers that buy it included"
                    : "the limit is below the \(Self.units(least)) \(asset.code) that \(source.address) "
                        + "holds and that its offers buy",
                hint: limit == 0 ? "send the balance away first, or back to the issuer" : nil)
        }
        if limit == 0 { return try removeLine(asset, line.sponsor, of: source) }
        if mayAsk(issuer), try account(issuer) == nil { return noIssuer(asset, issuer) }
        try update(source) { $0.lines[asset]?.limit = limit }
        return nil
    }

    private func noIssuer(_ asset: Asset, _ issuer: AccountID) -> OperationFailure {
        OperationFailure(
            .opNoIssuer, "the issuer \(issuer.address) of \(asset.code) does not exist",
            hint: "check the asset's issuer")
    }

    private mutating func addLine(
        _ asset: Asset, _ issuer: AccountID, _ limit: Int128, of source: AccountID
    ) throws(Failure) -> OperationFailure? {
        guard limit > 0 else {
            return OperationFailure(
                .opInvalidLimit, "\(source.address) has no trustline for \(asset.text) to remove")
        }
        let issuing = mayAsk(issuer) ? try account(issuer) : nil
        if mayAsk(issuer), issuing == nil { return noIssuer(asset, issuer) }
        if let fault = try addEntries(1, of: source, "a trustline") { return fault }
        let line = AccountState.Line(
            holding: .init(balance: 0, spendable: 0, filled: 0), limit: limit,
            authorization: issuing?.flags.authRequired == true ? .none : .full,
            isClawbackEnabled: issuing?.flags.authClawbackEnabled == true, sponsor: sponsor(of: source))
        try update(source) { $0.lines[asset] = line }
        return nil
    }

    private mutating func removeLine(
        _ asset: Asset, _ sponsor: AccountState.Sponsor, of source: AccountID
    ) throws(Failure) -> OperationFailure? {
        if try isInPool(asset, of: source) {
            return OperationFailure(
                .opCannotDelete,
                "the trustline for \(asset.text) cannot be removed: \(source.address) has a trustline for shares of a pool with it",
                hint: "remove the trustline for the pool's shares first", mayPass: true)
        }
        try update(source) { $0.lines[asset] = nil }
        try removeEntries(1, of: source, sponsor)
        return nil
    }
}
