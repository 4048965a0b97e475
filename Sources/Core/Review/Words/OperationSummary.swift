// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// A sentence for each operation: what it does, with every address in full and every amount exact.
package enum OperationSummary {
    /// - Parameters:
    ///   - pools: the pools whose assets can be named.
    ///   - tokens: the tokens whose calls are shown in their units.
    package static func of(
        _ body: OperationBody, pools: KnownPools = KnownPools(), tokens: KnownTokens = KnownTokens()
    ) -> Phrase {
        switch body {
        case .createAccount(let op):
            "Create the account \(op.destination) with a starting balance of \(Amount(stroops: op.startingBalance)) XLM"
        case .payment(let op): "Pay \(Amount(stroops: op.amount)) \(op.asset) to \(op.destination)"
        case .pathPaymentStrictReceive(let op):
            """
            Send at most \(Amount(stroops: op.sendMax)) \(op.sendAsset) so that \(op.destination) receives exactly \
            \(Amount(stroops: op.destAmount)) \(op.destAsset)\(through(op.path.elements))
            """
        case .pathPaymentStrictSend(let op):
            """
            Send exactly \(Amount(stroops: op.sendAmount)) \(op.sendAsset) so that \(op.destination) receives at least \
            \(Amount(stroops: op.destMin)) \(op.destAsset)\(through(op.path.elements))
            """
        case .manageSellOffer(let op): offer(OperationFacts.Offer(op))
        case .manageBuyOffer(let op): offer(OperationFacts.Offer(op))
        case .createPassiveSellOffer(let op): offer(OperationFacts.Offer(op))
        case .setOptions(let op): setOptions(op)
        case .changeTrust(let op): trust(op)
        case .allowTrust(let op):
            """
            Set what \(op.trustor) may do with the asset \(Phrase(op.asset)) that this account issues: \
            \(op.authorize == 0 ? "nothing" : Flags.trustline(op.authorize))
            """
        case .setTrustLineFlags(let op):
            """
            Change the trustline of \(op.trustor) for \(op.asset): set \(Flags.trustline(op.setFlags)), \
            clear \(Flags.trustline(op.clearFlags))
            """
        case .accountMerge(let destination):
            "Merge the account into \(destination): all its XLM goes there, and the account ceases to exist"
        case .inflation: "Inflation, which does nothing"
        case .manageData(let op): manageData(op)
        case .bumpSequence(let op) where op.bumpTo == 0:
            "Do nothing but use the transaction's sequence number (a bump of the account's to 0)"
        case .bumpSequence(let op): "Raise the account's sequence number to \(op.bumpTo)"
        case .createClaimableBalance(let op):
            """
            Set aside \(Amount(stroops: op.amount)) \(op.asset), which may be claimed by \
            \(Phrase(op.claimants.map(claimant), separator: "; or by "))
            """
        case .claimClaimableBalance(let op): "Claim the balance \(op.balanceID.strKey)"
        case .clawback(let op): "Claw back \(Amount(stroops: op.amount)) \(op.asset) from \(op.from)"
        case .clawbackClaimableBalance(let op): "Claw back the claimable balance \(op.balanceID.strKey)"
        case .beginSponsoringFutureReserves(let op): "Begin to pay the reserves of \(op.sponsoredID)"
        case .endSponsoringFutureReserves: "End the paying of reserves for this account by another"
        case .revokeSponsorship(let op): "Give up paying the reserve of \(sponsored(op))"
        case .liquidityPoolDeposit(let op): pool(op, pools)
        case .liquidityPoolWithdraw(let op): pool(op, pools)
        case .invokeHostFunction(let op):
            op.auth.isEmpty
                ? host(op.hostFunction, tokens)
                : "\(host(op.hostFunction, tokens))\(plain: authorizations)\(op.auth.count)"
        case .extendFootprintTtl(let op):
            "Keep the contract data of the footprint alive for at least \(op.extendTo) more ledgers"
        case .restoreFootprint: "Restore the archived contract data of the footprint"
        }
    }

    private static func through(_ path: [Asset]) -> Phrase {
        path.isEmpty ? "" : ", through \(Phrase(path.map { Phrase($0) }, separator: ", then "))"
    }

    private static func manageData(_ op: ManageDataOp) -> Phrase {
        guard let value = op.dataValue else { return "Delete the data entry \(text: op.dataName.bytes)" }
        return "Set the data entry \(text: op.dataName.bytes) to \(Phrase(textOrHex: value.bytes))"
    }

    private static func offer(_ offer: OperationFacts.Offer) -> Phrase {
        let (sold, bought) = (Phrase(codeOf: offer.selling), Phrase(codeOf: offer.buying))
        let amount = Amount(stroops: offer.amount)
        let terms: Phrase =
            switch offer.side {
            case .sell:
                "sell \(amount) \(offer.selling) for \(offer.buying) at \(Phrase(offer.statedPrice)) \(bought) for each \(sold)"
            case .buy:
                "buy \(amount) \(offer.buying) with \(offer.selling) at \(Phrase(offer.statedPrice)) \(sold) for each \(bought)"
            }
        if offer.isPassive { return "Offer, without taking offers of the same price, to \(terms)" }
        if offer.amount == 0 { return "Remove the offer \(offer.id): \(terms)" }
        return offer.id == 0 ? "Offer to \(terms)" : "Change the offer \(offer.id): \(terms)"
    }
}

extension OperationSummary {
    static func setOptions(_ op: SetOptionsOp) -> Phrase {
        var parts: [Phrase] = []
        if let signer = op.signer {
            parts.append(
                signer.weight == 0
                    ? "remove the signer: \(Phrase(signer.key))"
                    : "set a signer of weight \(signer.weight): \(Phrase(signer.key))")
        }
        if let weight = op.masterWeight { parts.append("set the weight of the account's own key to \(weight)") }
        let levels: [(Phrase, UInt32?)] = [
            ("low", op.lowThreshold), ("medium", op.medThreshold), ("high", op.highThreshold),
        ]
        for (name, threshold) in levels {
            if let threshold { parts.append("set the \(name) threshold to \(threshold)") }
        }
        if let bits = op.setFlags { parts.append("set flags: \(Flags.account(bits))") }
        if let bits = op.clearFlags { parts.append("clear flags: \(Flags.account(bits))") }
        if let domain = op.homeDomain {
            parts.append(
                domain.bytes.isEmpty ? "remove the home domain" : "set the home domain to \(text: domain.bytes)")
        }
        if let account = op.inflationDest { parts.append("set the inflation destination to \(account)") }
        return parts.isEmpty ? "Set options: nothing changes" : "Set options: \(Phrase(parts, separator: "; "))"
    }

    static func sponsored(_ op: RevokeSponsorshipOp) -> Phrase {
        switch op {
        case .signer(let signer): "the signer \(Phrase(signer.signerKey)) of \(signer.accountID)"
        case .ledgerEntry(.account(let key)): "the account \(key.accountID)"
        case .ledgerEntry(.trustline(let key)): "the trustline of \(key.accountID) for \(Phrase(key.asset))"
        case .ledgerEntry(.offer(let key)): "the offer \(key.offerID) of \(key.sellerID)"
        case .ledgerEntry(.data(let key)): "the data entry \(text: key.dataName.bytes) of \(key.accountID)"
        case .ledgerEntry(.claimableBalance(let key)): "the claimable balance \(key.balanceID.strKey)"
        case .ledgerEntry(.liquidityPool(let key)): "the pool \(StrKey.liquidityPool(key.liquidityPoolID))"
        case .ledgerEntry(let key): "a ledger entry of the kind \(plain: "\(key.discriminant)")"
        }
    }

    static func trust(_ op: ChangeTrustOp) -> Phrase {
        switch op.limit {
        case 0: "Remove the trustline for \(Phrase(op.line))"
        case .max: "Trust \(Phrase(op.line)) without limit"
        default: "Trust \(Phrase(op.line)) up to \(Amount(stroops: op.limit))"
        }
    }
}

extension ClaimableBalanceID {
    var strKey: StrKey {
        switch self {
        case .v0(let hash): .claimableBalance(hash)
        }
    }
}

extension OperationSummary {
    /// What a call of a known token's contract does, in the token's units; nil for any other call.
    static func tokenCall(_ call: InvokeContractArgs, _ tokens: KnownTokens) -> Phrase? {
        guard let call = TokenCall(call), let token = tokens.token(of: call) else { return nil }
        // The contract of a pinned token is part of its name.
        guard token.asset != nil else { return does(call, token) }
        return "\(does(call, token)), through the asset's contract \(call.contract)"
    }

    /// What a call of a token does; without a known token, the amount is a plain number.
    static func does(_ call: TokenCall, _ known: KnownToken?) -> Phrase {
        let token: Phrase = known.map { "\($0)" } ?? "the token of \(call.contract)"
        let amount: Phrase = known.map { "\(call.units(of: $0)) \($0)" } ?? "\(call.amount) units of \(token)"
        return switch call.action {
        case .transfer(let from, let to): "Pay \(amount) from \(from) to \(to)"
        case .transferFrom(let spender, let from, let to):
            "Pay \(amount) from \(from) to \(to), out of the allowance of \(spender)"
        case .approve(let from, let spender, _) where call.isRevocation:
            "Set the allowance of \(spender) from \(from) to 0 \(token): it can no longer spend any"
        case .approve(let from, let spender, let until):
            "Allow \(spender) to spend up to \(amount) from \(from) until ledger \(until)"
        case .burn(let from): "Destroy \(amount) of \(from)"
        case .burnFrom(let spender, let from):
            "Destroy \(amount) of \(from), out of the allowance of \(spender)"
        case .mint(let to): "Issue \(amount) to \(to)"
        case .clawback(let from): "Claw back \(amount) from \(from)"
        case .setAdmin(let address): "Make \(address) the administrator of \(token)"
        case .setAuthorized(let address, true): "Authorize \(address) to hold \(token)"
        case .setAuthorized(let address, false): "Forbid \(address) to use \(known == nil ? token : "its \(token)")"
        case .trust(let address): "Trust \(token) without limit for \(address)"
        }
    }
}

extension TokenCall {
    /// The amount in units of a token. An allowance of 2^63 - 1 or more is `an unlimited amount of`; for a pinned
    /// token, which may have more decimals than an asset, with the amount.
    func units(of token: KnownToken) -> Phrase {
        let shown: Phrase = "\(plain: token.text(of: amount))"
        if isUnlimited { return token.asset == nil ? "an unlimited amount (\(shown)) of" : "an unlimited amount of" }
        return amount < 0 ? "the invalid amount \(amount) of" : shown
    }
}
