// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

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
        case .manageSellOffer, .manageBuyOffer, .createPassiveSellOffer: offer(body)
        case .setOptions(let op): setOptions(op)
        case .changeTrust, .allowTrust, .setTrustLineFlags: trust(body)
        case .accountMerge(let destination):
            "Merge the account into \(destination): all its XLM goes there, and the account ceases to exist"
        case .inflation: "Inflation, which does nothing"
        case .manageData(let op): manageData(op)
        case .bumpSequence(let op) where op.bumpTo == 0:
            "Do nothing but use the transaction's sequence number (a bump of the account's to 0)"
        case .bumpSequence(let op): "Raise the account's sequence number to \(op.bumpTo)"
        case .createClaimableBalance, .claimClaimableBalance, .clawback, .clawbackClaimableBalance: balance(body)
        case .beginSponsoringFutureReserves(let op): "Begin to pay the reserves of \(op.sponsoredID)"
        case .endSponsoringFutureReserves: "End the paying of reserves for this account by another"
        case .revokeSponsorship(let op): "Give up paying the reserve of \(sponsored(op))"
        case .liquidityPoolDeposit, .liquidityPoolWithdraw: pool(body, pools)
        case .invokeHostFunction, .extendFootprintTtl, .restoreFootprint: soroban(body, tokens)
        }
    }

    private static func through(_ path: [Asset]) -> Phrase {
        path.isEmpty ? "" : ", through \(Phrase(path.map { Phrase($0) }, separator: ", then "))"
    }

    private static func manageData(_ op: ManageDataOp) -> Phrase {
        guard let value = op.dataValue else { return "Delete the data entry \(text: op.dataName.bytes)" }
        return "Set the data entry \(text: op.dataName.bytes) to \(Phrase(textOrHex: value.bytes))"
    }

    private static func offer(_ body: OperationBody) -> Phrase {
        switch body {
        case .manageSellOffer(let op):
            offer(op.offerID, removes: op.amount == 0) {
                sell(op.amount, op.selling, op.buying, op.price)
            }
        case .createPassiveSellOffer(let op):
            "Offer, without taking offers of the same price, to \(sell(op.amount, op.selling, op.buying, op.price))"
        case .manageBuyOffer(let op):
            offer(op.offerID, removes: op.buyAmount == 0) {
                """
                buy \(Amount(stroops: op.buyAmount)) \(op.buying) with \(op.selling) at \(Phrase(op.price)) \
                \(Phrase(codeOf: op.selling)) for each \(Phrase(codeOf: op.buying))
                """
            }
        default: preconditionFailure("not an offer")
        }
    }

    private static func sell(_ amount: Int64, _ selling: Asset, _ buying: Asset, _ price: Price) -> Phrase {
        """
        sell \(Amount(stroops: amount)) \(selling) for \(buying) at \(Phrase(price)) \(Phrase(codeOf: buying)) for \
        each \(Phrase(codeOf: selling))
        """
    }

    private static func offer(_ id: Int64, removes: Bool, _ terms: () -> Phrase) -> Phrase {
        if removes { return "Remove the offer \(id): \(terms())" }
        return id == 0 ? "Offer to \(terms())" : "Change the offer \(id): \(terms())"
    }
}
