// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

/// Claimable balances.
extension Preflight {
    mutating func createBalance(
        _ op: CreateClaimableBalanceOp, at index: Int, from source: AccountID
    ) throws(Failure) -> OperationFailure? {
        if let fault = try debit(op.asset, Bounds(Int128(op.amount)), from: source) { return fault }
        let payer = world.sponsors[source] ?? source
        if let fault = try addEntries(op.claimants.count, of: source, isSubentry: false, "a claimable balance") {
            return fault
        }
        guard let transaction, let state = try account(source) else { return nil }
        let isClawbackEnabled =
            op.asset.issuer == source
            ? state.flags.authClawbackEnabled : state.lines[op.asset]?.isClawbackEnabled == true
        let id = ClaimableBalanceID(createdBy: transaction, operation: index)
        world.claimable[id] = .some(
            ClaimableBalanceRecord(
                id: id, asset: op.asset, amount: Amount(stroops: op.amount),
                claimants: op.claimants.map { $0.counted(from: time) }, isClawbackEnabled: isClawbackEnabled,
                sponsor: payer))
        return nil
    }

    mutating func claim(_ id: ClaimableBalanceID, by source: AccountID) throws(Failure) -> OperationFailure? {
        guard let balance = try balance(id) else { return gone(id) }
        let own = balance.claimants.filter { $0.destination == source }
        guard !own.isEmpty else {
            return OperationFailure(.opCannotClaim, "\(id.address) is not meant for \(source.address)")
        }
        guard own.contains(where: { $0.predicate.holds(at: time) }) else {
            return OperationFailure(
                .opCannotClaim,
                "\(source.address) cannot claim \(id.address) now: its time is over, or not yet come", mayPass: true)
        }
        if let fault = frozenLine(of: source, [balance.asset]) { return fault }
        if let fault = try credit(balance.asset, Bounds(Int128(balance.amount.stroops)), to: source) { return fault }
        try remove(balance)
        return nil
    }

    mutating func clawBack(_ id: ClaimableBalanceID, by source: AccountID) throws(Failure) -> OperationFailure? {
        guard let balance = try balance(id) else { return gone(id) }
        guard balance.asset.issuer == source else {
            return OperationFailure(
                .opNoIssuer, "\(source.address) did not issue the \(balance.asset.code) in \(id.address)")
        }
        guard balance.isClawbackEnabled else {
            return OperationFailure(.opNotClawbackEnabled, "\(id.address) was made without the right to claw back")
        }
        try remove(balance)
        return nil
    }

    private mutating func remove(_ balance: ClaimableBalanceRecord) throws(Failure) {
        world.claimable[balance.id] = .some(nil)
        if let sponsor = balance.sponsor { try release(Int128(balance.claimants.count), sponsoredBy: sponsor) }
    }

    /// The claimable balance after the operations so far; nil when it does not exist.
    private mutating func balance(_ id: ClaimableBalanceID) throws(Failure) -> ClaimableBalanceRecord? {
        if let known = world.claimable[id] ?? base.claimable[id] { return known }
        let found = try view.claimableBalance(id)
        base.claimable[id] = .some(found)
        return found
    }

    private func gone(_ id: ClaimableBalanceID) -> OperationFailure {
        OperationFailure(
            .opDoesNotExist, "there is no claimable balance \(id.address)",
            hint: "it may have been claimed already")
    }
}
