// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

/// Reserves and sponsorships.
extension Preflight {
    private static var mostSubentries: Int128 { 1000 }

    /// Takes the reserve of new entries from the owner, or from its current sponsor.
    ///
    /// - Parameters:
    ///   - isSubentry: whether they count towards the owner's 1000 subentries; a claimable balance belongs to no
    ///     account.
    ///   - what: the kind of entry, for a message.
    /// - Returns: the fault; nil when there is none.
    mutating func addEntries(
        _ count: Int, of owner: AccountID, isSubentry: Bool = true, _ what: String
    ) throws(Failure) -> OperationFailure? {
        guard let owning = try account(owner) else { return nil }
        if isSubentry, owning.subentries > Self.mostSubentries - Int128(count) {
            return OperationFailure(.opTooManySubentries, "\(owner.address) has 1000 entries, and can have no more")
        }
        let payer = world.sponsors[owner] ?? owner
        if let fault = try reserveFault(count, of: payer, what) { return fault }
        try update(payer) {
            $0.entries += Bounds(Int128(count))
            if payer != owner || !isSubentry { $0.sponsoring += Bounds(Int128(count)) }
        }
        return nil
    }

    func sponsor(of owner: AccountID) -> AccountState.Sponsor { AccountState.Sponsor(world.sponsors[owner]) }

    mutating func reserveFault(_ count: Int, of payer: AccountID, _ what: String) throws(Failure) -> OperationFailure? {
        guard let spare = try spare(.native, of: payer) else { return nil }
        let needed = Int128(count) * reserve
        guard spare.high < needed else { return nil }
        return OperationFailure(
            .opLowReserve,
            "\(what) needs \(Self.units(needed)) XLM more in reserve; \(payer.address) can spare "
                + "\(Self.units(max(0, spare.high)))")
    }

    /// Returns the reserve of entries to the account that pays it.
    mutating func removeEntries(
        _ count: Int, of owner: AccountID, _ sponsor: AccountState.Sponsor
    ) throws(Failure) {
        let count = Int128(count)
        switch sponsor {
        case .owner: try update(owner) { $0.entries -= Bounds(count) }
        case .account(let payer): try release(count, sponsoredBy: payer)
        case .unknown:
            try update(owner) { $0.entries -= Bounds(0, count) }
            world.released += count
        }
    }

    /// Releases the sponsor's reserve; nothing is tracked for an account that may not be fetched.
    mutating func release(_ count: Int128, sponsoredBy payer: AccountID) throws(Failure) {
        guard mayAsk(payer) else { return }
        try update(payer) {
            $0.entries -= Bounds(count)
            $0.sponsoring = ($0.sponsoring - Bounds(count)).atLeast(0)
        }
    }

    mutating func beginSponsoring(_ sponsored: AccountID, by source: AccountID) -> OperationFailure? {
        if world.sponsors[sponsored] != nil {
            return OperationFailure(.opAlreadySponsored, "someone pays the reserves of \(sponsored.address) already")
        }
        if world.sponsors[source] != nil || world.sponsors.values.contains(sponsored) {
            return OperationFailure(.opRecursive, "a sponsor cannot be sponsored")
        }
        world.sponsors[sponsored] = source
        return nil
    }

    mutating func endSponsoring(of source: AccountID) -> OperationFailure? {
        guard world.sponsors.removeValue(forKey: source) == nil else { return nil }
        return OperationFailure(.opNotSponsored, "no one has begun to pay the reserves of \(source.address)")
    }

    /// Widens the bounds of the reserves concerned after a sponsorship was revoked or transferred.
    mutating func loosenReserves(for op: RevokeSponsorshipOp, by source: AccountID) throws(Failure) {
        let most: Int128 = 20
        let owner: AccountID? =
            switch op {
            case .signer(let signer): signer.accountID
            case .ledgerEntry(.account(let key)): key.accountID
            case .ledgerEntry(.trustline(let key)): key.accountID
            case .ledgerEntry(.offer(let key)): key.sellerID
            case .ledgerEntry(.data(let key)): key.accountID
            default: nil
            }
        for id in Set([source, owner, world.sponsors[source]].compactMap(\.self)) where mayAsk(id) {
            try update(id) {
                $0.entries += Bounds(-most, most)
                $0.sponsoring = ($0.sponsoring + Bounds(-most, most)).atLeast(0)
            }
        }
    }
}
