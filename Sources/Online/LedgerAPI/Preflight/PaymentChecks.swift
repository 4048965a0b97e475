// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

/// Payments, with and without an exchange.
///
/// - Source: stellar-core `PaymentOpFrame`, which pays like a strict receive: it credits the destination first, then
///   debits the source.
extension Preflight {
    mutating func pay(_ op: PaymentOp, at index: Int, from source: AccountID) throws(Failure) -> OperationFailure? {
        let destination = op.destination.account
        if destination == source, op.asset == .native { return nil }
        let amount = Bounds(Int128(op.amount))
        if let fault = try receiver(op.destination, isReturn: op.asset.issuer == destination, at: index) {
            return fault
        }
        if mayAsk(destination), let fault = try credit(op.asset, amount, to: destination) { return fault }
        return try debit(op.asset, amount, from: source, role: "src_")
    }

    mutating func pay(
        _ op: PathPaymentStrictReceiveOp, at index: Int, from source: AccountID
    ) throws(Failure) -> OperationFailure? {
        let destination = op.destination.account
        let way = [op.sendAsset] + op.path.elements + [op.destAsset]
        if let fault = try receiver(op.destination, isReturn: isReturn(way, to: destination), at: index) {
            return fault
        }
        let amount = Int128(op.destAmount)
        if mayAsk(destination), let fault = try credit(op.destAsset, Bounds(amount), to: destination) { return fault }
        guard isExchange(way, at: index) else {
            if amount > Int128(op.sendMax) {
                return OperationFailure(
                    .opOverSourceMax, "more would be sent than the \(Self.units(Int128(op.sendMax))) allowed")
            }
            return try debit(op.sendAsset, Bounds(amount), from: source, role: "src_")
        }
        return try debit(op.sendAsset, Bounds(1, Int128(op.sendMax)), from: source, role: "src_")
    }

    mutating func pay(_ op: PathPaymentStrictSendOp, at index: Int, from source: AccountID) throws(Failure)
        -> OperationFailure?
    {
        let destination = op.destination.account
        let way = [op.sendAsset] + op.path.elements + [op.destAsset]
        if let fault = try receiver(op.destination, isReturn: isReturn(way, to: destination), at: index) {
            return fault
        }
        let amount = Int128(op.sendAmount)
        if let fault = try debit(op.sendAsset, Bounds(amount), from: source, role: "src_") { return fault }
        let least = Int128(op.destMin)
        let isExchange = isExchange(way, at: index)
        if !isExchange, amount < least {
            return OperationFailure(.opUnderDestMin, "less would arrive than the \(Self.units(least)) required")
        }
        guard mayAsk(destination) else { return nil }
        let arriving = isExchange ? Bounds(least, Int128(Int64.max)) : Bounds(amount)
        return try credit(op.destAsset, arriving, to: destination)
    }

    /// Whether the path exchanges assets, at a price that is not known.
    private mutating func isExchange(_ way: [Asset], at index: Int) -> Bool {
        guard Set(way).count > 1 else { return false }
        leaveOpen(index, "whether there are offers for it, and at what price")
        world.traded.formUnion(way)
        return true
    }

    /// Whether it is a direct payment of an asset to its issuer, which burns it even if the issuer's account no longer
    /// exists.
    private func isReturn(_ way: [Asset], to destination: AccountID) -> Bool {
        way.count == 2 && way[0] == way[1] && way[0].issuer == destination
    }

    /// The fault when the destination does not exist; also notes a missing memo that the destination requires (SEP-29).
    private mutating func receiver(
        _ destination: MuxedAccount, isReturn: Bool, at index: Int
    ) throws(Failure) -> OperationFailure? {
        let id = destination.account
        guard mayAsk(id) else { return nil }
        guard let state = try account(id) else {
            guard !isReturn else { return nil }
            return OperationFailure(
                .opNoDestination, "the destination \(id.address) does not exist",
                hint: "\(step: .build(.createAccount)) makes it" + (missingAccountHint.map { ", or \($0)" } ?? ""))
        }
        checkMemo(of: state, destination, at: index)
        return nil
    }

    mutating func checkMemo(of state: AccountState, _ destination: MuxedAccount, at index: Int) {
        guard state.requiresMemo, destination.id == nil, transaction?.memo == Memo.none else { return }
        rejections.append(
            ForecastRejection(
                nil, operation: index,
                "the destination \(state.id.address) requires a memo (SEP-29), and there is none",
                hint: "ask the recipient which memo to use, and give it with \(field: .memo)"))
    }
}

/// Debits and credits.
extension Preflight {
    /// The amount of an asset that an account can spend: less selling liabilities and, for native, less the reserve;
    /// nil without a trustline.
    mutating func spare(_ asset: Asset, of id: AccountID) throws(Failure) -> Bounds? {
        guard let state = try account(id) else { return nil }
        guard let holding = asset == .native ? state.native : state.lines[asset]?.holding else { return nil }
        var spare = settled(holding, asset).spendable
        guard asset == .native else { return spare }
        spare -= Bounds(state.entries.low * reserve, state.entries.high * reserve)
        spare.high += mostReleased(state) * reserve
        // The reserve of an offer filled in the meantime is released, also for its sponsor.
        if hasTraded { spare.high += (state.offerCount.high + state.sponsoring.high) * reserve }
        return spare
    }

    /// The bounds of a holding when offers may have been filled in the meantime, with what they buy received and what
    /// they sell gone.
    func settled(_ holding: AccountState.Holding, _ asset: Asset) -> AccountState.Holding {
        guard isTraded(asset) else { return holding }
        var settled = holding
        settled.spendable.high += max(0, holding.filled.high - holding.balance.high)
        settled.filled.low -= max(0, holding.balance.high - holding.spendable.low)
        return settled
    }

    /// How much more of an asset an account can hold; nil when there is no limit or no trustline.
    mutating func room(_ asset: Asset, of id: AccountID) throws(Failure) -> Bounds? {
        guard asset.issuer != id, let state = try account(id) else { return nil }
        guard asset != .native else { return Bounds(Int128(Int64.max)) - settled(state.native, asset).filled }
        return state.lines[asset].map { Bounds($0.limit) - settled($0.holding, asset).filled }
    }

    /// Debits an amount from an account.
    ///
    /// - Parameter role: the account's prefix in the result codes: `src_` in payments.
    mutating func debit(
        _ asset: Asset, _ amount: Bounds, from id: AccountID, role: String = ""
    ) throws(Failure) -> OperationFailure? {
        // An issuer never runs out of its own asset.
        guard asset.issuer != id, let state = try account(id) else { return nil }
        if asset != .native {
            guard let line = state.lines[asset] else {
                return OperationFailure(
                    ResultCode(rawValue: "op_\(role)no_trust"), "\(id.address) holds no \(asset.text)",
                    hint: "\(step: .build(.addTrustline(account: id.address, asset: asset.text)))")
            }
            guard line.authorization == .full else {
                return OperationFailure(
                    ResultCode(rawValue: "op_\(role)not_authorized"),
                    "the issuer does not allow \(id.address) to hold \(asset.text)")
            }
        }
        guard let spare = try spare(asset, of: id), spare.high >= amount.low else {
            return try underfunded(asset, amount.low, id)
        }
        try change(asset, of: id) { $0 -= amount }
        return nil
    }

    private mutating func underfunded(_ asset: Asset, _ amount: Int128, _ id: AccountID) throws(Failure)
        -> OperationFailure
    {
        let spare = Self.units(max(0, try spare(asset, of: id)?.high ?? 0))
        guard asset == .native else {
            return OperationFailure(
                .opUnderfunded, "\(id.address) can spare \(spare) \(asset.code), not \(Self.units(amount))")
        }
        return OperationFailure(
            .opUnderfunded,
            "\(id.address) can spare \(spare) XLM above its reserve, not \(Self.units(amount))",
            hint: "\(field: .amount, "max") sends all that may leave")
    }

    /// Credits an amount to an existing account; the issuer of the asset burns it.
    mutating func credit(_ asset: Asset, _ amount: Bounds, to id: AccountID) throws(Failure) -> OperationFailure? {
        guard asset.issuer != id, let state = try account(id) else { return nil }
        guard asset != .native else {
            if settled(state.native, asset).filled.low + amount.low > Int128(Int64.max) {
                return OperationFailure(.opLineFull, "\(id.address) cannot hold that many XLM")
            }
            try change(asset, of: id) { $0 += amount }
            return nil
        }
        guard let line = state.lines[asset] else {
            return OperationFailure(
                .opNoTrust, "\(id.address) has no trustline for \(asset.text) and cannot receive it",
                hint:
                    "its owner has to add one first: \(step: .build(.addTrustline(account: id.address, asset: asset.text)))"
            )
        }
        guard line.authorization == .full else {
            return OperationFailure(
                .opNotAuthorized, "the issuer does not allow \(id.address) to hold \(asset.text)")
        }
        if let room = try room(asset, of: id), room.high < amount.low {
            return OperationFailure(
                .opLineFull, "\(id.address) takes at most \(Self.units(max(0, room.high))) more \(asset.code)",
                hint: "its owner can raise the limit of the trustline")
        }
        try change(asset, of: id) { $0 += amount }
        return nil
    }

    /// Changes an account's holding of an asset, up to the trustline's limit.
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
