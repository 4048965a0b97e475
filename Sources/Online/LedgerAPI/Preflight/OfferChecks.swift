// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

/// Offer operations.
///
/// - Source: stellar-core `ManageOfferOpFrameBase`.
extension Preflight {
    mutating func manage(_ change: OfferChange, at index: Int, of source: AccountID) throws(Failure)
        -> OperationFailure?
    {
        if !change.isDeletion, let fault = try lineFault(change, of: source) { return fault }
        _ = try offers(of: source)
        if change.id == 0 {
            if let fault = try addEntries(1, of: source, "an offer") { return fault }
            try update(source) { $0.offerCount += 1 }
        } else if let fault = try release(change.id, at: index, of: source) {
            return fault
        }
        let sponsor = sponsor(of: source)
        guard !change.isDeletion else {
            try update(source) { $0.offerCount = ($0.offerCount - 1).atLeast(0) }
            let old = try account(source)?.offers?[change.id]
            try update(source) { $0.offers?[change.id] = nil }
            try removeEntries(1, of: source, old?.sponsor ?? .unknown)
            return nil
        }
        if let fault = try coverFault(change, of: source) { return fault }
        if let fault = try crossFault(change, at: index, of: source) { return fault }
        world.offering[[change.selling, change.buying], default: []].insert(source)
        try place(change, sponsor, at: index, of: source)
        return nil
    }

    private mutating func lineFault(_ change: OfferChange, of source: AccountID) throws(Failure) -> OperationFailure? {
        guard let owner = try account(source) else { return nil }
        for (asset, side) in [(change.selling, "sell"), (change.buying, "buy")] {
            guard asset != .native, asset.issuer != source else { continue }
            guard let line = owner.lines[asset] else {
                return OperationFailure(
                    ResultCode(rawValue: "op_\(side)_no_trust"),
                    "\(source.address) has no trustline for \(asset.text), which an offer needs",
                    hint: "\(step: .build(.addTrustline(account: source.address, asset: asset.text)))")
            }
            if side == "sell", line.holding.balance.high == 0, !isTraded(asset) {
                return OperationFailure(.opUnderfunded, "\(source.address) has no \(asset.code) to sell")
            }
            guard line.authorization == .full else {
                return OperationFailure(
                    ResultCode(rawValue: "\(side)_not_authorized"),
                    "the issuer does not allow \(source.address) to hold \(asset.text)")
            }
        }
        return nil
    }

    /// Releases the liabilities of an offer.
    private mutating func release(_ id: Int64, at index: Int, of source: AccountID) throws(Failure) -> OperationFailure?
    {
        guard let offers = try offers(of: source) else {
            leaveOpen(index, "whether there is an offer \(id)")
            try update(source) { $0.loosenOffers() }
            return nil
        }
        guard let old = offers[id] else {
            // The id of an offer made by this transaction is not known, but it is above all existing ones and can be
            // guessed.
            if let newest = offers.keys.max(), id > newest, offers.keys.contains(where: { $0 < 0 }) {
                leaveOpen(index, "whether there is an offer \(id)")
                try update(source) { state in
                    state.loosenOffers()
                    state.offers = nil
                    state.offerCount = Bounds(0, state.offerCount.high)
                }
                return nil
            }
            return OperationFailure(
                .opOfferNotFound, "\(source.address) has no offer \(id)",
                hint: "it may have been filled or removed already")
        }
        let (sold, bought) = old.liabilities
        if old.selling.issuer != source {
            try self.change(old.selling, of: source) { $0.spendable += Bounds(sold) }
        }
        if old.buying.issuer != source {
            try self.change(old.buying, of: source) { $0.filled -= Bounds(bought) }
        }
        return nil
    }

    /// The account's open offers; nil when they are not known.
    private mutating func offers(of source: AccountID) throws(Failure) -> [Int64: OwnOffer]? {
        guard let state = try account(source) else { return nil }
        if let known = state.offers {
            let isTaken = known.values.contains { isTraded($0.selling) && isTraded($0.buying) }
            return isTaken ? nil : known
        }
        guard state.offerCount.isExact, !hasTraded || state.offerCount == 0 else { return nil }
        let records = state.offerCount == 0 ? [] : try view.offers(of: source)
        guard let records, Int128(records.count) == state.offerCount.low else { return nil }
        let offers = Dictionary(records.map { ($0.id, OwnOffer($0)) }) { $1 }
        try update(source) { state in
            state.offers = offers
            state.shownOffers = Array(offers.values)
        }
        return offers
    }

    /// The fault when there is no room for what it buys, or not enough of what it sells.
    private mutating func coverFault(_ change: OfferChange, of source: AccountID) throws(Failure) -> OperationFailure? {
        let (sold, bought) = OwnOffer.liabilities(change.price, sells: change.sells, buys: change.buys)
        let room = try room(change.buying, of: source)
        let full = room.map { room in
            OperationFailure(
                .opLineFull,
                "\(source.address) takes at most \(Self.units(max(0, room.high))) more \(change.buying.code), and the offer "
                    + "buys \(Self.units(bought))",
                hint: change.buying == .native ? nil : "its owner can raise the limit of the trustline")
        }
        if let room, room.high < bought { return full }
        if change.selling.issuer != source, let spare = try spare(change.selling, of: source), spare.high < sold {
            return OperationFailure(
                .opUnderfunded,
                "\(source.address) can spare \(Self.units(max(0, spare.high))) \(change.selling.code) for an offer, not "
                    + "\(Self.units(sold))")
        }
        // An offer too small for its price buys nothing, but room is still required.
        if let room, room.high < 1 { return full }
        return nil
    }

    /// The offers of others for what it buys, the best price first: the order book without the account's own offers.
    /// Nil when the server does not report it, or others have added offers since.
    private mutating func rivals(
        of change: OfferChange, by source: AccountID
    ) throws(Failure) -> [OrderBookLevel]? {
        guard !isBookChanged(for: change, by: source),
            let asks = try view.asks(selling: change.buying, buying: change.selling)
        else { return nil }
        let shown = try account(source)?.shownOffers ?? []
        let own = shown.filter { $0.selling == change.buying && $0.buying == change.selling }
        return asks.compactMap { ask in
            let mine = own.filter { $0.price.isSame(as: ask.price) }.reduce(0 as Int128) { $0 + $1.amount }
            let rest = Int128(ask.amount.stroops) - mine
            return rest > 0 ? OrderBookLevel(price: ask.price, amount: Amount(stroops: Int64(clamping: rest))) : nil
        }
    }

    /// Whether others have offered what it buys since the order book was fetched.
    private func isBookChanged(for change: OfferChange, by source: AccountID) -> Bool {
        let pair = [change.buying, change.selling]
        let sellers = (world.offering[pair] ?? []).union(base.offering[pair] ?? [])
        return sellers.contains { $0 != source }
    }

    /// The fault when it would cross an offer of the same account before it is filled.
    private mutating func crossFault(_ change: OfferChange, at index: Int, of source: AccountID) throws(Failure)
        -> OperationFailure?
    {
        guard let offers = try offers(of: source) else {
            leaveOpen(index, "whether it meets an offer of the same account")
            return nil
        }
        let own = offers.filter { id, offer in
            id != change.id && offer.selling == change.buying && offer.buying == change.selling
                && change.takes(offer.price)
        }
        guard let (number, first) = own.min(by: { $0.value.price.isBelow($1.value.price) }) else { return nil }
        let offer = number > 0 ? "offer \(number)" : "an earlier offer"
        guard change.certainlyTakes(first.price),
            let rivals = try rivals(of: change, by: source)
        else {
            leaveOpen(index, "whether it meets \(offer) of the same account before it is filled")
            return nil
        }
        // Better-priced offers of others are taken first; at the same price, older ones.
        var before = 0 as Int128
        var cost = 0 as Int128
        for rival in rivals where !first.price.isBelow(rival.price) {
            let amount = Int128(rival.amount.stroops)
            before += amount
            cost += (amount * Int128(rival.price.n) + Int128(rival.price.d) - 1) / Int128(rival.price.d)
        }
        guard let wanted = try demand(change, of: source), before < wanted.buys.low, cost < wanted.sells.low
        else {
            leaveOpen(index, "whether it meets \(offer) of the same account before it is filled")
            return nil
        }
        return OperationFailure(
            .opCrossSelf, "it would meet \(offer) of the same account, which sells for what this one pays",
            hint: "remove that offer first, or change its price")
    }

    /// The maximum amounts that it sells and buys.
    private mutating func demand(
        _ change: OfferChange, of source: AccountID
    ) throws(Failure) -> (sells: Bounds, buys: Bounds)? {
        let most = Bounds(Int128(Int64.max))
        let spare = change.selling.issuer == source ? most : try spare(change.selling, of: source) ?? 0
        let room = try room(change.buying, of: source) ?? most
        return (spare.atMost(change.sells).atLeast(0), room.atMost(change.buys).atLeast(0))
    }

    /// Updates the account to its state after the offer: with the open offer, or with what it bought.
    private mutating func place(
        _ change: OfferChange, _ sponsor: AccountState.Sponsor, at index: Int, of source: AccountID
    ) throws(Failure) {
        guard let wanted = try demand(change, of: source) else { return }
        let old = try account(source)?.offers?[change.id]
        let isLast = index + 1 >= (transaction?.operations.count ?? 0)
        let rivals = isLast ? nil : try rivals(of: change, by: source)
        let crosses = rivals.map { rivals in rivals.contains { change.takes($0.price) } }
        if crosses == false, wanted.sells.isExact, wanted.buys.isExact {
            let rest = OwnOffer.resting(change.price, sells: wanted.sells.low, buys: wanted.buys.low)
            let offer = OwnOffer(
                selling: change.selling, buying: change.buying, price: change.price, amount: rest,
                sponsor: old?.sponsor ?? sponsor)
            return try place(rest > 0 ? offer : nil, instead: change.id, old?.sponsor ?? sponsor, of: source)
        }
        world.traded.formUnion([change.selling, change.buying])
        let (sold, bought) = OwnOffer.liabilities(change.price, sells: change.sells, buys: change.buys)
        let rest = OwnOffer.resting(change.price, sells: change.sells, buys: change.buys)
        // Whether sold or a liability, it cannot be spent; a purchase may cost less, and what is too small for its
        // price is dropped. At a better price it buys more, and stops selling when there is no room for that.
        let best = (rivals ?? []).first.map { sold * Int128($0.price.d) / Int128($0.price.n) } ?? bought
        let isFixed =
            change.sells < Int128(Int64.max) && rest == change.sells && wanted.buys.low > max(bought, best)
            && !isBookChanged(for: change, by: source)
        // A remainder up to this amount may be too small for its price.
        let dust = 100 * (Int128(change.price.d) / Int128(max(change.price.n, 1)) + 1) + 1
        if change.selling.issuer != source {
            try self.change(change.selling, of: source) { holding in
                holding.spendable -= isFixed ? Bounds(max(0, sold - dust), sold) : Bounds(0, sold)
                holding.filled -= Bounds(0, sold)
                holding.balance = (holding.balance - Bounds(0, sold)).atLeast(0)
            }
        }
        if change.buying.issuer != source {
            let most = Bounds(0, wanted.buys.high)
            try self.change(change.buying, of: source) { $0 += most }
        }
        try update(source) { state in
            state.offers = nil
            state.entries -= sponsor == .owner ? Bounds(0, 1) : 0
            state.offerCount = (state.offerCount - Bounds(0, 1)).atLeast(0)
        }
    }

    /// - Parameter offer: the offer; nil when nothing of it remains.
    private mutating func place(
        _ offer: OwnOffer?, instead id: Int64, _ sponsor: AccountState.Sponsor, of source: AccountID
    ) throws(Failure) {
        guard let offer else {
            try update(source) {
                $0.offers?[id] = nil
                $0.offerCount = ($0.offerCount - 1).atLeast(0)
            }
            return try removeEntries(1, of: source, sponsor)
        }
        let (sold, bought) = offer.liabilities
        if offer.selling.issuer != source {
            try change(offer.selling, of: source) { $0.spendable -= Bounds(sold) }
        }
        if offer.buying.issuer != source {
            try change(offer.buying, of: source) { $0.filled += Bounds(bought) }
        }
        try update(source) { state in
            // New offers get negative ids, because no operation of this transaction can know their actual ids.
            let id = id == 0 ? min(0, state.offers?.keys.min() ?? 0) - 1 : id
            state.offers?[id] = offer
        }
    }
}

extension AccountState {
    /// Widens the bounds, because one unknown offer has released its liabilities.
    fileprivate mutating func loosenOffers() {
        native.spendable.high = native.balance.high
        native.filled.low = native.balance.low
        for asset in lines.keys {
            guard var holding = lines[asset]?.holding else { continue }
            holding.spendable.high = holding.balance.high
            holding.filled.low = holding.balance.low
            lines[asset]?.holding = holding
        }
    }
}

extension Price {
    fileprivate func isBelow(_ other: Price) -> Bool { Int64(n) * Int64(other.d) < Int64(other.n) * Int64(d) }
    fileprivate func isSame(as other: Price) -> Bool { Int64(n) * Int64(other.d) == Int64(other.n) * Int64(d) }
}
