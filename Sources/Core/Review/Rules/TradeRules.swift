// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Rules about exchanging one asset for another.
extension Rules {
    static let trades = [
        Rule(
            .pool,
            .operation([.changeTrust, .liquidityPoolDeposit, .liquidityPoolWithdraw]) { context, findings in
                switch context.body {
                case .changeTrust(let op):
                    guard case .poolShare = op.line else { return }
                    findings.warn("a trustline for pool shares: what a share is worth changes with every trade")
                case .liquidityPoolDeposit:
                    findings.warn("the pool changes how much of each asset the shares are worth with every trade")
                case .liquidityPoolWithdraw:
                    findings.warn(
                        "how much of each asset the shares give is known only when the transaction is applied")
                default: break
                }
            }),
        Rule(
            .pathPayment,
            .transaction { context, findings in
                losses(PathPaymentTotals(context.operations, by: context.transaction.sourceAccount), &findings)
            },
            .operation([.pathPaymentStrictSend, .pathPaymentStrictReceive], pathPayment)),
        Rule(.inertBound, .operation([.pathPaymentStrictSend, .pathPaymentStrictReceive], inertBound)),
        Rule(
            .offer,
            .operation([.manageSellOffer, .manageBuyOffer, .createPassiveSellOffer]) { context, findings in
                guard let offer = context.facts.offer else { return }
                let (seller, buyer) = (Phrase(codeOf: offer.selling), Phrase(codeOf: offer.buying))
                let price = Ratio(offer.price)
                guard let forward = price.text, let backward = price.inverse.text else {
                    return findings.warn("an offer without a possible price")
                }
                findings.warn(
                    """
                    an offer at \(plain: forward) \(buyer) for each \(seller), which is \(plain: backward) \(seller) \
                    for each \(buyer)
                    """)
            }),
    ]

    /// Reports the combined loss of several path payments, in a transaction or in a whole batch.
    static func losses(_ totals: PathPaymentTotals, _ findings: inout Findings) {
        findings.rule = .pathPayment
        for total in totals.losses {
            let asset = Phrase(codeOf: total.asset)
            findings.warn(
                """
                together \(total.operations) path payments send \(plain: Amount.text(ofSum: total.sent)) \(asset) and at worst \
                \(plain: Amount.text(ofSum: total.received)) \(asset) arrives: up to \(plain: Amount.text(ofSum: total.loss)) \
                \(total.asset) is lost
                """)
        }
    }

    private static func inertBound(_ context: OperationContext, _ findings: inout Findings) {
        let rates = context.transaction.input.claims.rates
        let destination: MuxedAccount
        let bound: InertBound?
        // The bound, and what it should be near.
        let (limit, of): (Int64, Asset)
        let isMinimum: Bool
        switch context.body {
        case .pathPaymentStrictSend(let op):
            (bound, destination, isMinimum) = (InertBound(op, rates: rates), op.destination, true)
            (limit, of) = (op.destMin, op.destAsset)
        case .pathPaymentStrictReceive(let op):
            (bound, destination, isMinimum) = (InertBound(op, rates: rates), op.destination, false)
            (limit, of) = (op.sendMax, op.sendAsset)
        default: return
        }
        guard let bound else { return }
        let isSelfExchange = context.facts.transfer.map { $0.sent.asset == $0.received?.asset } == true
        let what: Phrase = isMinimum ? "the minimum to be received" : "the maximum to be sent"
        let value: Phrase = "\(Amount(stroops: limit)) \(Phrase(codeOf: of))"
        let risk: Phrase =
            "anyone who moves the market before this is applied takes the difference. Build it again with a bound near the market"
        switch bound {
        case .none:
            findings.hold(
                "\(what) is \(value), which binds nothing: \(risk). The network rejects this one",
                about: destination.strKey)
        case .stroop, .unlimited:
            findings.hold("\(what) is \(value), which binds nothing: \(risk)", about: destination.strKey)
        case .farFrom(let expected):
            let whose: Phrase =
                isSelfExchange ? "an asset is worth itself" : "the rate that the request claims, unverified"
            findings.hold(
                """
                \(what) is \(value), more than a thousand times worse than \(Amount(stroops: expected)) \
                \(Phrase(codeOf: of)) (\(whose)): \(risk)
                """, about: destination.strKey)
        }
    }

    private static func pathPayment(_ context: OperationContext, _ findings: inout Findings) {
        guard let transfer = context.facts.transfer, transfer.form == .pathPayment, let sent = transfer.sent.amount,
            let received = transfer.received, let arriving = received.amount
        else { return }
        let (from, to, rate) = (transfer.sent.asset, received.asset, Ratio(sent, arriving))
        // In hundredths of what is certainly sent or received: the bound beyond which more than one of them may be
        // lost.
        let bound: (paid: Int128, received: Int128) = transfer.sent.isExact ? (99, 100) : (100, 101)
        guard let forward = rate.text, let backward = rate.inverse.text else {
            return findings.warn("a path payment without a possible rate")
        }
        if from == to {
            guard Int128(rate.numerator) * bound.paid > Int128(rate.denominator) * bound.received else { return }
            findings.warn(
                """
                the same asset is sent and received, and at worst \(plain: forward) \(Phrase(codeOf: from)) is paid for \
                each that arrives: a plain payment loses nothing
                """)
        } else {
            let (sent, received) = (Phrase(codeOf: from), Phrase(codeOf: to))
            findings.warn(
                """
                at worst \(plain: forward) \(sent) is paid for each \(received), which is \(plain: backward) \
                \(received) for each \(sent)
                """)
        }
    }
}
