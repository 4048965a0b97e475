// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Taking from an account and giving to one.
extension Preflight {
    /// What of an asset may leave an account: without what offers and, of native, the reserve hold back; nil when it has no trustline.
    mutating func spare(_ asset: Asset, of id: AccountID) throws(Failure) -> Bounds? {
        guard let state = try account(id) else { return nil }
        guard let holding = asset == .native ? state.native : state.lines[asset]?.holding else { return nil }
        var spare = settled(holding, asset).spendable
        guard asset == .native else { return spare }
        spare -= Bounds(state.entries.low * reserve, state.entries.high * reserve)
        // The reserve of an offer that someone has taken meanwhile is free, also for its sponsor.
        if hasTraded { spare.high += (state.offerCount.high + state.sponsoring.high) * reserve }
        return spare
    }

    /// A holding as it may be where someone has taken the offers meanwhile: they have brought in what they buy, and sold what they sell.
    func settled(_ holding: AccountState.Holding, _ asset: Asset) -> AccountState.Holding {
        guard isTraded(asset) else { return holding }
        var settled = holding
        settled.spendable.high += max(0, holding.filled.high - holding.balance.high)
        settled.filled.low -= max(0, holding.balance.high - holding.spendable.low)
        return settled
    }

    /// How much more an account can hold; nil where there is no limit, or no trustline.
    mutating func room(_ asset: Asset, of id: AccountID) throws(Failure) -> Bounds? {
        guard asset.issuer != id, let state = try account(id) else { return nil }
        guard asset != .native else { return Bounds(Int128(Int64.max)) - settled(state.native, asset).filled }
        return state.lines[asset].map { Bounds($0.limit) - settled($0.holding, asset).filled }
    }

    /// Takes an amount from an account.
    ///
    /// - Parameter role: what the codes say of the account: `src_` in payments.
    mutating func debit(
        _ asset: Asset, _ amount: Bounds, from id: AccountID, role: String = ""
    ) throws(Failure) -> Fault? {
        // An issuer never runs out of its own asset.
        guard asset.issuer != id, let state = try account(id) else { return nil }
        if asset != .native {
            guard let line = state.lines[asset] else {
                return Fault(
                    "op_\(role)no_trust", "\(id.address) holds no \(asset.text)",
                    hint: "coldstar-build trust add --source \(id.address) --asset \(asset.text)")
            }
            guard line.authorization == .full else {
                return Fault(
                    "op_\(role)not_authorized", "the issuer does not allow \(id.address) to hold \(asset.text)")
            }
        }
        guard let spare = try spare(asset, of: id), spare.high >= amount.low else {
            return try underfunded(asset, amount.low, id)
        }
        try change(asset, of: id) { $0 -= amount }
        return nil
    }

    private mutating func underfunded(_ asset: Asset, _ amount: Int128, _ id: AccountID) throws(Failure) -> Fault {
        let spare = Self.units(max(0, try spare(asset, of: id)?.high ?? 0))
        guard asset == .native else {
            return Fault(
                "op_underfunded", "\(id.address) can spare \(spare) \(asset.code), not \(Self.units(amount))")
        }
        return Fault(
            "op_underfunded",
            "\(id.address) can spare \(spare) XLM above its reserve, not \(Self.units(amount))",
            hint: "--amount max sends all that may leave")
    }

    /// Gives an amount to an account that exists, or to the asset's issuer, where it ceases to be.
    mutating func credit(_ asset: Asset, _ amount: Bounds, to id: AccountID) throws(Failure) -> Fault? {
        guard asset.issuer != id, let state = try account(id) else { return nil }
        guard asset != .native else {
            if settled(state.native, asset).filled.low + amount.low > Int128(Int64.max) {
                return Fault("op_line_full", "\(id.address) cannot hold that many XLM")
            }
            try change(asset, of: id) { $0 += amount }
            return nil
        }
        guard let line = state.lines[asset] else {
            return Fault(
                "op_no_trust", "\(id.address) has no trustline for \(asset.text) and cannot receive it",
                hint:
                    "its owner has to add one first: coldstar-build trust add --source \(id.address) --asset \(asset.text)"
            )
        }
        guard line.authorization == .full else {
            return Fault("op_not_authorized", "the issuer does not allow \(id.address) to hold \(asset.text)")
        }
        if let room = try room(asset, of: id), room.high < amount.low {
            return Fault(
                "op_line_full", "\(id.address) takes at most \(Self.units(max(0, room.high))) more \(asset.code)",
                hint: "its owner can raise the limit of the trustline")
        }
        try change(asset, of: id) { $0 += amount }
        return nil
    }

    /// Changes what an account holds of an asset; more than the limit of the trustline it cannot be.
    mutating func change(
        _ asset: Asset, of id: AccountID, _ change: (inout AccountState.Holding) -> Void
    ) throws(Failure) {
        try update(id) { state in
            guard asset != .native else { return change(&state.native) }
            guard var line = state.lines[asset] else { return }
            change(&line.holding)
            line.holding.filled = line.holding.filled.atMost(line.limit)
            line.holding.balance = line.holding.balance.atMost(line.limit)
            line.holding.spendable = line.holding.spendable.atMost(line.limit)
            state.lines[asset] = line
        }
    }
}
