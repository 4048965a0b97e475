// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// Operations that make other entries on the ledger, or change somebody else's.
extension Preflight {
    mutating func applyOther(_ body: OperationBody, at index: Int, from source: AccountID) throws(Failure) {
        switch body {
        case .manageSellOffer(let offer):
            try apply(offer: offer.offerID, offer.selling, offer.buying, Int128(offer.amount), of: source, at: index)
        case .manageBuyOffer(let offer):
            // What is sold is rounded in favour of whoever takes the offer; less than this is too little in any case.
            let sold = Int128(offer.buyAmount) * Int128(offer.price.n) / Int128(max(offer.price.d, 1))
            try apply(offer: offer.offerID, offer.selling, offer.buying, sold, of: source, at: index)
        case .createPassiveSellOffer(let offer):
            try apply(offer: 0, offer.selling, offer.buying, Int128(offer.amount), of: source, at: index)
        case .createClaimableBalance(let balance):
            try move(balance.asset, Int128(balance.amount), from: source, at: index)
            try addEntries(balance.claimants.count, of: source, at: index, "a claimable balance")
            try make(balance, at: index, from: source)
        case .setOptions(let options): try apply(options, to: source, at: index)
        case .manageData(let entry): try apply(entry, of: source, at: index)
        case .beginSponsoringFutureReserves(let begin): beginSponsoring(begin.sponsoredID, by: source, at: index)
        case .endSponsoringFutureReserves:
            if sponsors.removeValue(forKey: source) == nil {
                complain("op_not_sponsored", at: index, "nobody has begun to pay the reserves of \(source.address)")
            }
        case .allowTrust(let allow): try apply(allow, at: index, from: source)
        case .setTrustLineFlags(let flags): try apply(flags, at: index, from: source)
        case .clawback(let clawback): try apply(clawback, at: index)
        case .claimClaimableBalance(let claim): try self.claim(claim.balanceID, at: index, from: source)
        case .clawbackClaimableBalance(let clawback): try clawBack(clawback.balanceID, at: index, from: source)
        case .liquidityPoolDeposit(let deposit): try apply(deposit, at: index, from: source)
        case .liquidityPoolWithdraw(let withdrawal): try apply(withdrawal, at: index, from: source)
        case .revokeSponsorship: leaveOpen(index, "whose reserve is whose, and who can take it over")
        case .invokeHostFunction, .extendFootprintTtl, .restoreFootprint:
            leaveOpen(index, "what a contract does, and what its resources cost")
        case .inflation:
            complain("op_not_time", at: index, "the network has not run inflation since 2019, so this always fails")
        default: break
        }
    }

    private mutating func beginSponsoring(_ sponsored: AccountID, by source: AccountID, at index: Int) {
        if sponsors[sponsored] != nil {
            complain("op_already_sponsored", at: index, "somebody pays the reserves of \(sponsored.address) already")
        }
        if sponsors[source] != nil || sponsors.values.contains(sponsored) {
            complain("op_recursive", at: index, "a sponsor cannot be sponsored")
        }
        sponsors[sponsored] = source
    }

    private mutating func apply(
        offer id: Int64, _ selling: Asset, _ buying: Asset, _ amount: Int128, of source: AccountID, at index: Int
    ) throws(Failure) {
        guard let owner = try account(source) else { return }
        for (asset, code) in [(selling, "op_sell_no_trust"), (buying, "op_buy_no_trust")]
        where asset != .native && asset.issuer != source && owner.lines[asset] == nil {
            complain(
                code, at: index, "\(source.address) has no trustline for \(asset.text), which an offer needs",
                hint: "coldstar-build trust add --source \(source.address) --asset \(asset.text)")
        }
        for (asset, code) in [(selling, "op_sell_not_authorized"), (buying, "op_buy_not_authorized")] {
            guard let line = owner.lines[asset], !line.isAuthorized else { continue }
            complain(code, at: index, "the issuer does not allow \(source.address) to hold \(asset.text)")
        }
        // What an offer that is there has promised already is in the account's liabilities.
        guard id == 0 else { return }
        try addEntries(1, of: source, at: index, "an offer")
        try promise(amount, of: selling, by: source, at: index)
        holdings[source]?.subentries += 1
    }

    /// An offer has to be covered when it is made, and what it promises cannot be spent elsewhere.
    private mutating func promise(_ amount: Int128, of asset: Asset, by source: AccountID, at index: Int)
        throws(Failure)
    {
        guard let owner = try account(source), asset.issuer != source else { return }
        let spare: Int128
        if asset == .native {
            spare = owner.spare(reserve: reserve)
            holdings[source]?.nativeSelling += amount
        } else {
            guard let line = owner.lines[asset] else { return }
            spare = line.balance - line.selling
            holdings[source]?.lines[asset]?.selling += amount
        }
        guard spare < amount else { return }
        complain(
            "op_underfunded", at: index,
            "\(source.address) can spare \(Self.units(max(0, spare))) \(asset.code) for an offer, not \(Self.units(amount))"
        )
    }

    private mutating func apply(_ options: SetOptionsOp, to source: AccountID, at index: Int) throws(Failure) {
        let (revocable, clawback): (UInt32, UInt32) = (2, 8)
        if (options.clearFlags ?? 0) & revocable != 0 { holdings[source]?.isRevocable = false }
        if (options.setFlags ?? 0) & revocable != 0 { holdings[source]?.isRevocable = true }
        if (options.clearFlags ?? 0) & clawback != 0 { holdings[source]?.letsClawBack = false }
        if (options.setFlags ?? 0) & clawback != 0 { holdings[source]?.letsClawBack = true }
        guard let signer = options.signer, let owner = try account(source) else { return }
        let isThere = owner.signers.contains(signer.key)
        switch (signer.weight == 0, isThere) {
        case (true, false):
            complain("op_bad_signer", at: index, "\(signer.key.address) is no signer of \(source.address)")
        case (true, true):
            holdings[source]?.signers.remove(signer.key)
            holdings[source]?.subentries -= 1
            holdings[source]?.entries -= 1
        case (false, false):
            if owner.signers.count >= 20 {
                complain("op_too_many_signers", at: index, "\(source.address) has 20 signers, and can have no more")
            }
            try addEntries(1, of: source, at: index, "a signer")
            holdings[source]?.signers.insert(signer.key)
            holdings[source]?.subentries += 1
        case (false, true): break
        }
    }

    private mutating func apply(_ entry: ManageDataOp, of source: AccountID, at index: Int) throws(Failure) {
        guard let owner = try account(source) else { return }
        // The name is ASCII: anything else was refused for its form.
        let name = String(decoding: entry.dataName.bytes, as: UTF8.self)
        switch (entry.dataValue == nil, owner.data.contains(name)) {
        case (true, false):
            complain("op_data_name_not_found", at: index, "\(source.address) has no data entry \"\(name)\" to remove")
        case (true, true):
            holdings[source]?.data.remove(name)
            holdings[source]?.subentries -= 1
            holdings[source]?.entries -= 1
        case (false, false):
            try addEntries(1, of: source, at: index, "a data entry")
            holdings[source]?.data.insert(name)
            holdings[source]?.subentries += 1
        case (false, true): break
        }
    }
}
