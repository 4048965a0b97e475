// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

// The one conversion between the public payloads and the wire: each operation once to read it, once to make it. What is
// read is made again with the same bytes.

extension TransactionOperation.Body {
    /// What an operation of the wire does.
    package init(_ body: OperationBody) {
        self =
            switch body {
            case .createAccount(let op):
                .createAccount(Account(op.destination), startingBalance: Amount(stroops: op.startingBalance))
            case .payment(let op):
                .payment(Amount(stroops: op.amount), Asset(op.asset), to: Account(op.destination))
            case .pathPaymentStrictReceive(let op):
                .pathPaymentStrictReceive(
                    .init(
                        sent: Asset(op.sendAsset), sentAmount: Amount(stroops: op.sendMax),
                        destination: Account(op.destination), received: Asset(op.destAsset),
                        receivedAmount: Amount(stroops: op.destAmount), path: op.path.map { Asset($0) }))
            case .pathPaymentStrictSend(let op):
                .pathPaymentStrictSend(
                    .init(
                        sent: Asset(op.sendAsset), sentAmount: Amount(stroops: op.sendAmount),
                        destination: Account(op.destination), received: Asset(op.destAsset),
                        receivedAmount: Amount(stroops: op.destMin), path: op.path.map { Asset($0) }))
            case .manageSellOffer(let op):
                .manageSellOffer(.init(op.selling, op.buying, op.amount, op.price), id: op.offerID)
            case .manageBuyOffer(let op):
                .manageBuyOffer(.init(op.selling, op.buying, op.buyAmount, op.price), id: op.offerID)
            case .createPassiveSellOffer(let op):
                .createPassiveSellOffer(.init(op.selling, op.buying, op.amount, op.price))
            case .setOptions(let op): .setOptions(.init(op))
            case .changeTrust(let op): .changeTrust(.init(op.line), limit: Amount(stroops: op.limit))
            case .allowTrust(let op):
                .allowTrust(Account(op.trustor), code: ByteString(op.asset), authorize: op.authorize)
            case .accountMerge(let destination): .accountMerge(into: Account(destination))
            case .inflation: .inflation
            case .manageData(let op):
                .manageData(name: ByteString(bytes: op.dataName.bytes), value: op.dataValue?.bytes)
            case .bumpSequence(let op): .bumpSequence(to: op.bumpTo)
            case .createClaimableBalance(let op):
                .createClaimableBalance(
                    Amount(stroops: op.amount), Asset(op.asset), claimants: op.claimants.map { .init($0) })
            case .claimClaimableBalance(let op): .claimClaimableBalance(ClaimableBalance(op.balanceID))
            case .beginSponsoringFutureReserves(let op): .beginSponsoringFutureReserves(of: Account(op.sponsoredID))
            case .endSponsoringFutureReserves: .endSponsoringFutureReserves
            case .revokeSponsorship(let op): .revokeSponsorship(.init(op))
            case .clawback(let op): .clawback(Amount(stroops: op.amount), Asset(op.asset), from: Account(op.from))
            case .clawbackClaimableBalance(let op): .clawbackClaimableBalance(ClaimableBalance(op.balanceID))
            case .setTrustLineFlags(let op):
                .setTrustLineFlags(Account(op.trustor), Asset(op.asset), set: op.setFlags, clear: op.clearFlags)
            case .liquidityPoolDeposit(let op):
                .liquidityPoolDeposit(
                    .init(
                        pool: LiquidityPool(op.liquidityPoolID), maximumA: Amount(stroops: op.maxAmountA),
                        maximumB: Amount(stroops: op.maxAmountB), minimumPrice: Price(op.minPrice),
                        maximumPrice: Price(op.maxPrice)))
            case .liquidityPoolWithdraw(let op):
                .liquidityPoolWithdraw(
                    LiquidityPool(op.liquidityPoolID), shares: Amount(stroops: op.amount),
                    minimumA: Amount(stroops: op.minAmountA), minimumB: Amount(stroops: op.minAmountB))
            case .invokeHostFunction(let op):
                .invokeHostFunction(ContractFunction(op.hostFunction), authorizations: op.auth.map { WireValue($0) })
            case .extendFootprintTtl(let op): .extendFootprintTTL(to: op.extendTo)
            case .restoreFootprint: .restoreFootprint
            }
    }

    /// The operation on the wire.
    ///
    /// - Throws: `.invalidInput` for what the wire has no room for.
    package func wire() throws(ColdstarError) -> OperationBody {
        switch self {
        case .createAccount(let account, let balance):
            return .createAccount(
                CreateAccountOp(destination: try account.withoutID(), startingBalance: balance.stroops))
        case .payment(let amount, let asset, let destination):
            return .payment(PaymentOp(destination: destination.value, asset: asset.value, amount: amount.stroops))
        case .pathPaymentStrictReceive(let payment):
            return .pathPaymentStrictReceive(
                PathPaymentStrictReceiveOp(
                    sendAsset: payment.sent.value, sendMax: payment.sentAmount.stroops,
                    destination: payment.destination.value, destAsset: payment.received.value,
                    destAmount: payment.receivedAmount.stroops, path: try bounded(payment.path.map(\.value), "a path")))
        case .pathPaymentStrictSend(let payment):
            return .pathPaymentStrictSend(
                PathPaymentStrictSendOp(
                    sendAsset: payment.sent.value, sendAmount: payment.sentAmount.stroops,
                    destination: payment.destination.value, destAsset: payment.received.value,
                    destMin: payment.receivedAmount.stroops, path: try bounded(payment.path.map(\.value), "a path")))
        case .manageSellOffer(let offer, let id):
            return .manageSellOffer(
                ManageSellOfferOp(
                    selling: offer.selling.value, buying: offer.buying.value, amount: offer.amount.stroops,
                    price: offer.price.value, offerID: id))
        case .manageBuyOffer(let offer, let id):
            return .manageBuyOffer(
                ManageBuyOfferOp(
                    selling: offer.selling.value, buying: offer.buying.value, buyAmount: offer.amount.stroops,
                    price: offer.price.value, offerID: id))
        case .createPassiveSellOffer(let offer):
            return .createPassiveSellOffer(
                CreatePassiveSellOfferOp(
                    selling: offer.selling.value, buying: offer.buying.value, amount: offer.amount.stroops,
                    price: offer.price.value))
        case .setOptions(let options): return .setOptions(try options.wire())
        case .changeTrust(let line, let limit):
            return .changeTrust(ChangeTrustOp(line: line.wire, limit: limit.stroops))
        case .allowTrust(let trustor, let code, let authorize):
            return .allowTrust(
                AllowTrustOp(trustor: try trustor.withoutID(), asset: try code.assetCode(), authorize: authorize))
        case .accountMerge(let destination): return .accountMerge(destination.value)
        case .inflation: return .inflation
        case .manageData(let name, let value):
            return .manageData(
                ManageDataOp(
                    dataName: try name.bounded("the name of a data entry"),
                    dataValue: try value.map { (bytes) throws(ColdstarError) in
                        try ByteString(bytes: bytes).bounded("the value of a data entry")
                    }))
        case .bumpSequence(let number): return .bumpSequence(BumpSequenceOp(bumpTo: number))
        case .createClaimableBalance(let amount, let asset, let claimants):
            let wire = try claimants.map { (claimant) throws(ColdstarError) in try claimant.wire() }
            return .createClaimableBalance(
                CreateClaimableBalanceOp(
                    asset: asset.value, amount: amount.stroops, claimants: try bounded(wire, "a list of claimants")))
        case .claimClaimableBalance(let balance):
            return .claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: balance.value))
        case .beginSponsoringFutureReserves(let account):
            return .beginSponsoringFutureReserves(
                BeginSponsoringFutureReservesOp(sponsoredID: try account.withoutID()))
        case .endSponsoringFutureReserves: return .endSponsoringFutureReserves
        case .revokeSponsorship(let entry): return .revokeSponsorship(try entry.wire())
        case .clawback(let amount, let asset, let holder):
            return .clawback(ClawbackOp(asset: asset.value, from: holder.value, amount: amount.stroops))
        case .clawbackClaimableBalance(let balance):
            return .clawbackClaimableBalance(ClawbackClaimableBalanceOp(balanceID: balance.value))
        case .setTrustLineFlags(let trustor, let asset, let set, let clear):
            return .setTrustLineFlags(
                SetTrustLineFlagsOp(
                    trustor: try trustor.withoutID(), asset: asset.value, clearFlags: clear, setFlags: set))
        case .liquidityPoolDeposit(let deposit):
            return .liquidityPoolDeposit(
                LiquidityPoolDepositOp(
                    liquidityPoolID: deposit.pool.value, maxAmountA: deposit.maximumA.stroops,
                    maxAmountB: deposit.maximumB.stroops, minPrice: deposit.minimumPrice.value,
                    maxPrice: deposit.maximumPrice.value))
        case .liquidityPoolWithdraw(let pool, let shares, let a, let b):
            return .liquidityPoolWithdraw(
                LiquidityPoolWithdrawOp(
                    liquidityPoolID: pool.value, amount: shares.stroops, minAmountA: a.stroops, minAmountB: b.stroops))
        case .invokeHostFunction(let function, let authorizations):
            return .invokeHostFunction(
                InvokeHostFunctionOp(
                    hostFunction: try function.wire(),
                    auth: try authorizations.map { (entry) throws(ColdstarError) in
                        try entry.value("an authorization")
                    }))
        case .extendFootprintTTL(let ledgers):
            return .extendFootprintTtl(ExtendFootprintTTLOp(ext: .v0, extendTo: ledgers))
        case .restoreFootprint: return .restoreFootprint(RestoreFootprintOp(ext: .v0))
        }
    }
}

private func bounded<Element, let most: Int>(
    _ elements: [Element], _ name: String
) throws(ColdstarError) -> BoundedArray<Element, most> {
    guard let bounded = BoundedArray<Element, most>(elements) else {
        throw ColdstarError(Failure(.badInput, "\(name) has at most \(most) entries, not \(elements.count)"))
    }
    return bounded
}

extension TransactionOperation.Offer {
    fileprivate init(
        _ selling: StellarXDR.Asset, _ buying: StellarXDR.Asset, _ amount: Int64, _ price: StellarXDR.Price
    ) {
        self.init(
            selling: Asset(selling), buying: Asset(buying), amount: Amount(stroops: amount), price: Price(price))
    }
}

extension TransactionOperation.AccountOptions {
    fileprivate init(_ op: SetOptionsOp) {
        self.init()
        inflationDestination = op.inflationDest.map { Account($0) }
        (clearFlags, setFlags, masterWeight) = (op.clearFlags, op.setFlags, op.masterWeight)
        (lowThreshold, mediumThreshold, highThreshold) = (op.lowThreshold, op.medThreshold, op.highThreshold)
        homeDomain = op.homeDomain.map { ByteString(bytes: $0.bytes) }
        signer = op.signer.map { (SignerKey($0.key), $0.weight) }
    }

    fileprivate func wire() throws(ColdstarError) -> SetOptionsOp {
        SetOptionsOp(
            inflationDest: try inflationDestination?.withoutID(), clearFlags: clearFlags, setFlags: setFlags,
            masterWeight: masterWeight, lowThreshold: lowThreshold, medThreshold: mediumThreshold,
            highThreshold: highThreshold, homeDomain: try homeDomain?.bounded("a home domain"),
            signer: signer.map { Signer(key: $0.key.value, weight: $0.weight) })
    }
}

extension TransactionOperation.TrustedAsset {
    fileprivate init(_ line: ChangeTrustAsset) {
        self =
            switch line {
            case .native: .asset(.native)
            case .creditAlphanum4(let credit): .asset(Asset(.creditAlphanum4(credit)))
            case .creditAlphanum12(let credit): .asset(Asset(.creditAlphanum12(credit)))
            case .poolShare(.liquidityPoolConstantProduct(let pool)):
                .pool(Asset(pool.assetA), Asset(pool.assetB), fee: pool.fee)
            }
    }

    fileprivate var wire: ChangeTrustAsset {
        switch self {
        case .asset(let asset): asset.value.asTrustLine
        case .pool(let a, let b, let fee):
            .poolShare(
                .liquidityPoolConstantProduct(
                    LiquidityPoolConstantProductParameters(assetA: a.value, assetB: b.value, fee: fee)))
        }
    }
}

extension TransactionOperation.Claimant {
    fileprivate init(_ claimant: StellarXDR.Claimant) {
        switch claimant {
        case .v0(let claimant): self.init(Account(claimant.destination), ClaimPredicate(claimant.predicate))
        }
    }

    fileprivate func wire() throws(ColdstarError) -> StellarXDR.Claimant {
        .v0(ClaimantV0(destination: try account.withoutID(), predicate: try predicate.wire()))
    }
}

extension ClaimPredicate {
    init(_ predicate: StellarXDR.ClaimPredicate) {
        self =
            switch predicate {
            case .unconditional: .unconditional
            case .and(let parts): .and(parts.map { ClaimPredicate($0) })
            case .or(let parts): .or(parts.map { ClaimPredicate($0) })
            case .not(let part): .not(part.map { ClaimPredicate($0) })
            case .beforeAbsoluteTime(let time): .before(time)
            case .beforeRelativeTime(let seconds): .within(seconds: seconds)
            }
    }

    func wire() throws(ColdstarError) -> StellarXDR.ClaimPredicate {
        func both(
            _ parts: [ClaimPredicate]
        ) throws(ColdstarError) -> BoundedArray<StellarXDR.ClaimPredicate, 2> {
            try bounded(
                try parts.map { (part) throws(ColdstarError) in try part.wire() }, "a condition of two others")
        }
        return switch self {
        case .unconditional: .unconditional
        case .and(let parts): .and(try both(parts))
        case .or(let parts): .or(try both(parts))
        case .not(let part): .not(try part?.wire())
        case .before(let time): .beforeAbsoluteTime(time)
        case .within(let seconds): .beforeRelativeTime(seconds)
        }
    }
}

extension TransactionOperation.SponsoredEntry {
    fileprivate init(_ op: RevokeSponsorshipOp) {
        self =
            switch op {
            case .signer(let signer): .signer(Account(signer.accountID), SignerKey(signer.signerKey))
            case .ledgerEntry(.account(let key)): .account(Account(key.accountID))
            case .ledgerEntry(.trustline(let key)):
                switch key.asset {
                case .native: .trustline(Account(key.accountID), .native)
                case .creditAlphanum4(let credit):
                    .trustline(Account(key.accountID), Asset(.creditAlphanum4(credit)))
                case .creditAlphanum12(let credit):
                    .trustline(Account(key.accountID), Asset(.creditAlphanum12(credit)))
                case .poolShare(let pool): .poolShares(Account(key.accountID), LiquidityPool(pool))
                }
            case .ledgerEntry(.offer(let key)): .offer(Account(key.sellerID), id: key.offerID)
            case .ledgerEntry(.data(let key)):
                .data(Account(key.accountID), name: ByteString(bytes: key.dataName.bytes))
            case .ledgerEntry(.claimableBalance(let key)): .claimableBalance(ClaimableBalance(key.balanceID))
            case .ledgerEntry(let key): .other(WireValue(key))
            }
    }

    fileprivate func wire() throws(ColdstarError) -> RevokeSponsorshipOp {
        switch self {
        case .account(let account):
            .ledgerEntry(.account(LedgerKeyAccount(accountID: try account.withoutID())))
        case .trustline(let account, let asset):
            .ledgerEntry(
                .trustline(LedgerKeyTrustLine(accountID: try account.withoutID(), asset: asset.trustlineKey)))
        case .poolShares(let account, let pool):
            .ledgerEntry(
                .trustline(LedgerKeyTrustLine(accountID: try account.withoutID(), asset: .poolShare(pool.value))))
        case .offer(let seller, let id):
            .ledgerEntry(.offer(LedgerKeyOffer(sellerID: try seller.withoutID(), offerID: id)))
        case .data(let account, let name):
            .ledgerEntry(
                .data(
                    LedgerKeyData(
                        accountID: try account.withoutID(), dataName: try name.bounded("the name of a data entry"))))
        case .claimableBalance(let balance):
            .ledgerEntry(.claimableBalance(LedgerKeyClaimableBalance(balanceID: balance.value)))
        case .signer(let account, let key):
            .signer(RevokeSponsorshipOpSigner(accountID: try account.withoutID(), signerKey: key.value))
        case .other(let key): .ledgerEntry(try key.value("the entry"))
        }
    }
}

extension Asset {
    fileprivate var trustlineKey: TrustLineAsset {
        switch value {
        case .native: .native
        case .creditAlphanum4(let credit): .creditAlphanum4(credit)
        case .creditAlphanum12(let credit): .creditAlphanum12(credit)
        }
    }
}

/// The code of an asset whose issuer is the operation's source. A foreign transaction may have zeros in other places
/// than at the end, so all bytes are kept unless the code is one that the network accepts.
extension ByteString {
    fileprivate init(_ code: AssetCode) {
        let asset = StellarXDR.Asset(code, issuer: .ed25519(Uint256()))
        self.init(bytes: asset.hasValidCode ? asset.codeBytes ?? [] : code.bytes)
    }

    fileprivate func assetCode() throws(ColdstarError) -> AssetCode {
        let size = bytes.count <= 4 ? 4 : 12
        let padded = bytes + Array(repeating: 0, count: max(0, size - bytes.count))
        if let code = AssetCode4(padded) { return .creditAlphanum4(code) }
        if let code = AssetCode12(padded) { return .creditAlphanum12(code) }
        throw ColdstarError(Failure(.badInput, "an asset's code has at most 12 bytes, not \(bytes.count)"))
    }
}

extension AssetCode {
    fileprivate var bytes: [UInt8] {
        switch self {
        case .creditAlphanum4(let code): code.bytes
        case .creditAlphanum12(let code): code.bytes
        }
    }
}
