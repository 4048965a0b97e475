// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Stellar
import StellarXDR

extension Preflight {
    mutating func apply(_ operation: Operation, at index: Int, source: AccountID) throws(Failure) {
        let source = operation.sourceAccount?.account ?? source
        guard try account(source) != nil else {
            return complain(
                "op_no_source_account", at: index, "the operation's source account \(source.address) does not exist",
                hint: missingAccountHint)
        }
        switch operation.body {
        case .createAccount(let create): try apply(create, at: index, from: source)
        case .payment(let payment):
            let amount = Int128(payment.amount)
            try move(payment.asset, amount, from: source, at: index)
            try deliver(payment.asset, amount, to: payment.destination, from: source, at: index)
        case .pathPaymentStrictSend(let path):
            try move(path.sendAsset, Int128(path.sendAmount), from: source, at: index)
            try deliver(path.destAsset, Int128(path.destMin), to: path.destination, from: source, at: index)
        case .pathPaymentStrictReceive(let path):
            try checkFunds(path.sendAsset, 1, of: source, at: index)
            try deliver(path.destAsset, Int128(path.destAmount), to: path.destination, from: source, at: index)
        case .changeTrust(let change): try apply(change, at: index, from: source)
        case .accountMerge(let destination): try merge(source, into: destination, at: index)
        default: break
        }
    }

    // MARK: accounts

    private mutating func apply(
        _ create: CreateAccountOp, at index: Int, from source: AccountID
    ) throws(Failure) {
        let amount = Int128(create.startingBalance)
        if try account(create.destination) != nil {
            complain(
                "op_already_exists", at: index, "the account \(create.destination.address) exists already",
                hint: "send it a payment instead")
        }
        if amount < 2 * reserve {
            complain(
                "op_low_reserve", at: index,
                "a new account needs at least \(Self.units(2 * reserve)) XLM to begin with, unless its reserve is sponsored"
            )
        }
        try move(.native, amount, from: source, at: index)
        holdings[create.destination] = Holdings(created: create.destination, with: amount)
        absent.remove(create.destination)
    }

    private mutating func merge(_ source: AccountID, into destination: MuxedAccount, at index: Int) throws(Failure) {
        guard let leaving = try account(source) else { return }
        if leaving.subentries > leaving.signers {
            complain(
                "op_has_sub_entries", at: index,
                "\(source.address) still has trustlines, offers or data, which have to go before it can be merged")
        }
        if leaving.isImmutable {
            complain("op_immutable_set", at: index, "\(source.address) is immutable and cannot be merged")
        }
        if leaving.sponsoring > 0 {
            complain("op_is_sponsor", at: index, "\(source.address) pays reserves of others and cannot be merged")
        }
        try deliver(.native, max(0, leaving.native), to: destination, from: source, at: index)
        holdings[source] = nil
        absent.insert(source)
    }

    // MARK: payments

    /// Whether `source` can give `amount`; says so when not.
    private mutating func checkFunds(_ asset: Asset, _ amount: Int128, of source: AccountID, at index: Int)
        throws(Failure)
    {
        guard let giving = try account(source), asset.issuer != source else { return }
        guard asset != .native else {
            let spare = giving.spare(reserve: reserve)
            guard spare < amount else { return }
            return complain(
                "op_underfunded", at: index,
                "\(source.address) can spare \(Self.units(max(0, spare))) XLM above its reserve, not \(Self.units(amount))",
                hint: "--amount max sends all that may leave")
        }
        guard let line = giving.lines[asset] else {
            return complain(
                "op_src_no_trust", at: index, "\(source.address) holds no \(asset.text)",
                hint: "coldstar-build trust add --source \(source.address) --asset \(asset.text)")
        }
        if !line.isAuthorized {
            complain(
                "op_src_not_authorized", at: index, "the issuer does not allow \(source.address) to hold \(asset.text)")
        }
        if line.balance - line.selling < amount {
            complain(
                "op_underfunded", at: index,
                "\(source.address) can spare \(Self.units(line.balance - line.selling)) \(asset.code), "
                    + "not \(Self.units(amount))")
        }
    }

    private mutating func move(_ asset: Asset, _ amount: Int128, from source: AccountID, at index: Int) throws(Failure)
    {
        try checkFunds(asset, amount, of: source, at: index)
        if asset == .native {
            holdings[source]?.native -= amount
        } else {
            holdings[source]?.lines[asset]?.balance -= amount
        }
    }

    /// Whether the destination is there, may hold the asset, has room, and gets the memo that it asks for (SEP-29).
    private mutating func deliver(
        _ asset: Asset, _ amount: Int128, to destination: MuxedAccount, from source: AccountID, at index: Int
    ) throws(Failure) {
        let id = destination.account
        guard let receiving = try account(id) else {
            return complain(
                "op_no_destination", at: index, "the destination \(id.address) does not exist",
                hint: asset == .native
                    ? "coldstar-build create-account makes it" + (missingAccountHint.map { ", or \($0)" } ?? "")
                    : missingAccountHint)
        }
        if receiving.requiresMemo, destination.id == nil, memo == .none {
            complain(
                nil, at: index, "the destination \(id.address) requires a memo (SEP-29), and there is none",
                hint: "ask the recipient which memo to use, and give it with --memo")
        }
        if asset == .native {
            if receiving.native + receiving.nativeBuying + amount > Int128(Int64.max) {
                complain("op_line_full", at: index, "\(id.address) cannot hold that many XLM")
            }
            holdings[id]?.native += amount
            return
        }
        guard asset.issuer != id else { return }
        try deliver(asset, amount, toLineOf: receiving, at: index)
    }

    private mutating func deliver(
        _ asset: Asset, _ amount: Int128, toLineOf receiving: Holdings, at index: Int
    ) throws(Failure) {
        let address = receiving.id.address
        guard let line = receiving.lines[asset] else {
            return complain(
                "op_no_trust", at: index, "\(address) has no trustline for \(asset.text) and cannot receive it",
                hint:
                    "its owner has to add one first: coldstar-build trust add --source \(address) --asset \(asset.text)"
            )
        }
        if !line.isAuthorized {
            complain("op_not_authorized", at: index, "the issuer does not allow \(address) to hold \(asset.text)")
        }
        if line.balance + line.buying + amount > line.limit {
            complain(
                "op_line_full", at: index,
                "\(address) takes at most \(Self.units(max(0, line.limit - line.balance - line.buying))) more \(asset.code)",
                hint: "its owner can raise the limit of the trustline")
        }
        holdings[receiving.id]?.lines[asset]?.balance += amount
    }

    // MARK: trustlines

    private mutating func apply(_ change: ChangeTrustOp, at index: Int, from source: AccountID) throws(Failure) {
        guard let asset = change.line.asset, let owner = try account(source) else { return }
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
        if owner.spare(reserve: reserve) < reserve {
            complain(
                "op_low_reserve", at: index,
                "a trustline needs \(Self.units(reserve)) XLM more in reserve; \(owner.id.address) can spare "
                    + "\(Self.units(max(0, owner.spare(reserve: reserve))))")
        }
        // Whether the issuer has to allow it first shows when something is sent, not here.
        holdings[owner.id]?.lines[asset] = Holdings.Line(
            balance: 0, limit: limit, buying: 0, selling: 0, isAuthorized: true)
        holdings[owner.id]?.entries += 1
        holdings[owner.id]?.subentries += 1
    }
}
