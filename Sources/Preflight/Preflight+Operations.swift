// SPDX-License-Identifier: Apache-2.0

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
            leaveOpen(index, "whether somebody exchanges it, and at what price")
        case .pathPaymentStrictReceive(let path):
            try checkFunds(path.sendAsset, 1, of: source, at: index)
            try deliver(path.destAsset, Int128(path.destAmount), to: path.destination, from: source, at: index)
            leaveOpen(index, "whether somebody exchanges it, and at what price")
        case .changeTrust(let change): try apply(change, at: index, from: source)
        case .accountMerge(let destination): try merge(source, into: destination, at: index)
        default: try applyOther(operation.body, at: index, from: source)
        }
    }

    /// New entries on the ledger have a reserve, which the owner or the owner's sponsor pays.
    mutating func addEntries(_ count: Int, of owner: AccountID, at index: Int, _ what: String) throws(Failure) {
        let payer = sponsors[owner] ?? owner
        guard let paying = try account(payer) else { return }
        let spare = paying.spare(reserve: reserve)
        let needed = Int128(count) * reserve
        if spare < needed {
            complain(
                "op_low_reserve", at: index,
                "\(what) needs \(Self.units(needed)) XLM more in reserve; \(payer.address) can spare "
                    + "\(Self.units(max(0, spare)))")
        }
        holdings[payer]?.entries += Int128(count)
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
        let isSponsored = sponsors[create.destination] != nil
        if amount < 2 * reserve, !isSponsored {
            complain(
                "op_low_reserve", at: index,
                "a new account needs at least \(Self.units(2 * reserve)) XLM to begin with, unless its reserve is sponsored"
            )
        }
        try move(.native, amount, from: source, at: index)
        if isSponsored { try addEntries(2, of: create.destination, at: index, "a new account") }
        holdings[create.destination] = Holdings(
            created: create.destination, with: amount, entries: isSponsored ? 0 : 2)
        absent.remove(create.destination)
    }

    private mutating func merge(_ source: AccountID, into destination: MuxedAccount, at index: Int) throws(Failure) {
        guard let leaving = try account(source) else { return }
        if leaving.subentries > leaving.signers.count {
            complainUnlessBuilding(
                "op_has_sub_entries", at: index,
                "\(source.address) still has trustlines, offers or data, which have to go before it can be merged")
        }
        if leaving.isImmutable {
            complain("op_immutable_set", at: index, "\(source.address) is immutable and cannot be merged")
        }
        if leaving.sponsoring > 0 {
            complainUnlessBuilding(
                "op_is_sponsor", at: index, "\(source.address) pays reserves of others and cannot be merged")
        }
        try deliver(.native, max(0, leaving.native), to: destination, from: source, at: index)
        holdings[source] = nil
        absent.insert(source)
    }

    // MARK: payments

    /// Whether `source` can give `amount`; says so when not.
    mutating func checkFunds(_ asset: Asset, _ amount: Int128, of source: AccountID, at index: Int) throws(Failure) {
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

    mutating func move(_ asset: Asset, _ amount: Int128, from source: AccountID, at index: Int) throws(Failure) {
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
        guard mayAsk(id) else { return }
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
        try credit(asset, amount, to: receiving.id, at: index)
    }

    /// Whether the account may hold the asset, and has room for so much more.
    mutating func credit(_ asset: Asset, _ amount: Int128, to id: AccountID, at index: Int) throws(Failure) {
        guard let receiving = try account(id), asset.issuer != id else { return }
        guard asset == .native else { return try deliver(asset, amount, toLineOf: receiving, at: index) }
        if receiving.native + receiving.nativeBuying + amount > Int128(Int64.max) {
            complain("op_line_full", at: index, "\(id.address) cannot hold that many XLM")
        }
        holdings[id]?.native += amount
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
}
