// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Payments, with and without an exchange.
///
/// - Source: stellar-core `PaymentOpFrame`, which pays like a strict receive: it credits the destination first, then debits the source.
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

    /// Whether it is a direct payment of an asset to its issuer, which burns it even if the issuer's account no longer exists.
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
        complaints.append(
            Complaint(
                nil, operation: index,
                "the destination \(state.id.address) requires a memo (SEP-29), and there is none",
                hint: "ask the recipient which memo to use, and give it with \(field: .memo)"))
    }
}
