// SPDX-License-Identifier: Apache-2.0

import Horizon
import Stellar
import StellarXDR

/// Claimable balances, and what is in pools.
extension Preflight {
    /// A balance that this transaction makes, which may be claimed behind it.
    mutating func make(_ op: CreateClaimableBalanceOp, at index: Int, from source: AccountID) throws(Failure) {
        guard let transaction else { return }
        let owner = try account(source)
        let isClawbackEnabled =
            op.asset.issuer == source
            ? owner?.letsClawBack == true : owner?.lines[op.asset]?.isClawbackEnabled == true
        let id = ClaimableBalanceID(createdBy: transaction, operation: index)
        claimable[id] = .some(
            ClaimableBalanceRecord(
                id: id, asset: op.asset, amount: Amount(stroops: op.amount),
                claimants: op.claimants.map { $0.counted(from: time) }, isClawbackEnabled: isClawbackEnabled))
    }

    mutating func claim(_ id: ClaimableBalanceID, at index: Int, from source: AccountID) throws(Failure) {
        guard let balance = try existing(id, at: index) else { return }
        let own = balance.claimants.filter { $0.destination == source }
        if own.isEmpty {
            complain("op_cannot_claim", at: index, "\(id.address) is not meant for \(source.address)")
        } else if !own.contains(where: { $0.predicate.holds(at: time) }) {
            complainUnlessBuilding(
                "op_cannot_claim", at: index,
                "\(source.address) cannot claim \(id.address) now: its time is over, or not yet come")
        }
        try credit(balance.asset, Int128(balance.amount.stroops), to: source, at: index)
        claimable[id] = .some(nil)
    }

    mutating func clawBack(_ id: ClaimableBalanceID, at index: Int, from source: AccountID) throws(Failure) {
        guard let balance = try existing(id, at: index) else { return }
        if balance.asset.issuer != source {
            complain(
                "op_no_issuer", at: index, "\(source.address) did not issue the \(balance.asset.code) in \(id.address)"
            )
        } else if !balance.isClawbackEnabled {
            complain(
                "op_not_clawback_enabled", at: index, "\(id.address) was made without the right to claw back")
        }
        claimable[id] = .some(nil)
    }

    /// The balance as the operations so far have left it; complains when there is none.
    private mutating func existing(_ id: ClaimableBalanceID, at index: Int) throws(Failure) -> ClaimableBalanceRecord? {
        if claimable[id] == nil {
            claimable[id] = .some(try view.claimableBalance(id))
        }
        if let found = claimable[id] ?? nil { return found }
        complain(
            "op_does_not_exist", at: index, "there is no claimable balance \(id.address)",
            hint: "it may have been claimed already")
        return nil
    }

    // MARK: pools

    mutating func apply(_ deposit: LiquidityPoolDepositOp, at index: Int, from source: AccountID) throws(Failure) {
        guard try hasShares(of: deposit.liquidityPoolID, source, at: index) else { return }
        leaveOpen(index, "what is in the pool, its price, and what of the two assets it takes")
    }

    mutating func apply(_ withdrawal: LiquidityPoolWithdrawOp, at index: Int, from source: AccountID) throws(Failure) {
        let pool = withdrawal.liquidityPoolID
        guard try hasShares(of: pool, source, at: index), let held = holdings[source]?.pools[pool] else { return }
        if held < Int128(withdrawal.amount) {
            complain(
                "op_underfunded", at: index,
                "\(source.address) has \(Self.units(held)) shares of the pool, not \(Self.units(Int128(withdrawal.amount)))"
            )
        }
        holdings[source]?.pools[pool] = held - Int128(withdrawal.amount)
        leaveOpen(index, "what the pool gives for the shares, and whether there is room for it")
    }

    private mutating func hasShares(of pool: PoolID, _ source: AccountID, at index: Int) throws(Failure) -> Bool {
        if try account(source)?.pools[pool] != nil { return true }
        complain(
            "op_no_trust", at: index,
            "\(source.address) has no trustline for shares of the pool \(StrKey.liquidityPool(pool).text)",
            hint: "coldstar-build trust add --source \(source.address) makes it, with the pool's two assets")
        return false
    }
}
