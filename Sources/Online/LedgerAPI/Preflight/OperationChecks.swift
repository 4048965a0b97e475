// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR

/// Dispatch of operations.
extension Preflight {
    /// Applies an operation that passed the checks of its form.
    ///
    /// - Returns: the first reason for its failure in the order of stellar-core's `doApply`; nil when it succeeds.
    mutating func apply(
        _ operation: Operation, at index: Int, in transaction: Transaction
    ) throws(Failure) -> OperationFailure? {
        let source = transaction.source(of: operation).account
        guard try account(source) != nil else {
            return OperationFailure(
                .opNoSourceAccount, "the operation's source account \(source.address) does not exist",
                hint: missingAccountHint)
        }
        switch operation.body {
        case .createAccount(let op): return try create(op, from: source)
        case .payment(let op): return try pay(op, at: index, from: source)
        case .pathPaymentStrictSend(let op): return try pay(op, at: index, from: source)
        case .pathPaymentStrictReceive(let op): return try pay(op, at: index, from: source)
        case .changeTrust(let op): return try changeTrust(op, of: source)
        case .accountMerge(let destination): return try merge(source, into: destination, at: index)
        case .setOptions(let op): return try setOptions(op, of: source)
        case .manageData(let op): return try manageData(op, of: source)
        case .bumpSequence(let op):
            try update(source) { $0.sequence = max($0.sequence, op.bumpTo) }
            return nil
        case .manageSellOffer(let op): return try manage(OfferChange(.init(op)), at: index, of: source)
        case .manageBuyOffer(let op): return try manage(OfferChange(.init(op)), at: index, of: source)
        case .createPassiveSellOffer(let op): return try manage(OfferChange(.init(op)), at: index, of: source)
        case .createClaimableBalance(let op): return try createBalance(op, at: index, from: source)
        case .claimClaimableBalance(let op): return try claim(op.balanceID, by: source)
        case .clawbackClaimableBalance(let op): return try clawBack(op.balanceID, by: source)
        case .beginSponsoringFutureReserves(let op): return beginSponsoring(op.sponsoredID, by: source)
        case .endSponsoringFutureReserves: return endSponsoring(of: source)
        case .revokeSponsorship(let op):
            leaveOpen(index, "whose reserve is whose, and who can take it over")
            try loosenReserves(for: op, by: source)
        case .allowTrust(let op): return try allowTrust(op, at: index, by: source)
        case .setTrustLineFlags(let op): return try setFlags(op, at: index, by: source)
        case .clawback(let op): return try clawBack(op, at: index)
        case .liquidityPoolDeposit(let op): return try deposit(op, at: index, from: source)
        case .liquidityPoolWithdraw(let op): return try withdraw(op, at: index, from: source)
        case .invokeHostFunction, .extendFootprintTtl, .restoreFootprint:
            leaveOpen(index, "what a contract does, and what its resources cost")
        case .inflation: break
        }
        return nil
    }
}

/// Ledger entries by key; a nil value is an entry that does not exist.
struct World {
    var accounts: [AccountID: AccountState?] = [:]
    var claimable: [ClaimableBalanceID: ClaimableBalanceRecord?] = [:]
    /// The active sponsorships, from the sponsored account to its sponsor, between the operations that begin and end
    /// them.
    var sponsors: [AccountID: AccountID] = [:]
    /// Assets traded in unknown amounts, so that any open offer may have been filled.
    var traded: Set<Asset> = []
    /// The accounts that have offered one asset (the first) for another, so that an order book fetched before is
    /// incomplete.
    var offering: [[Asset]: Set<AccountID>] = [:]

    /// The number of entries that were removed without it being known who paid their reserves.
    var released: Int128 = 0

    mutating func merge(_ changes: World) {
        accounts.merge(changes.accounts) { $1 }
        claimable.merge(changes.claimable) { $1 }
        traded.formUnion(changes.traded)
        offering.merge(changes.offering) { $0.union($1) }
        released += changes.released
    }
}
