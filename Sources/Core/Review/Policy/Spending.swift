// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// What may leave accounts by a signature, at most: amounts, `sendMax`, offers, claimable balances, starting balances, the fee.
///
/// Whoever's account it is: what a signature lets go is counted against the key that made it. A payment of an account to itself is none; an
/// exchange within an account counts with all that it may send.
package struct Spending: Hashable, Sendable {
    /// In stroops by asset; the greatest number for what has no limit.
    package private(set) var amounts: [String: Int64] = [:]

    /// Stands for assets that cannot be told: what a contract or a pool moves.
    package static let anything = "anything"
    package static let unlimited = Int64.max

    /// What is authorized in advance counts as well: nobody signs it when it goes.
    package init(_ review: Review) {
        let own: Spending =
            switch review.content {
            case .transaction(let transaction) where review.kind != .challenge: Spending(transaction)
            case .feeBump(let bump): Spending(fee: bump.fee)
            default: Spending()
            }
        self = own.adding(
            review.companions.map { companion in
                switch companion.content {
                case .transaction(let transaction): Spending(transaction)
                case .feeBump(let bump): Spending(bump.inner.tx, fee: bump.fee)
                case .message, .nothing: Spending()
                }
            })
    }

    /// Of a whole envelope, a fee bump with the transaction inside.
    init(_ envelope: TransactionEnvelope) {
        switch envelope.content {
        case .transaction(let transaction): self.init(transaction)
        case .feeBump(let bump): self.init(bump.inner.tx, fee: bump.fee)
        }
    }

    /// In the order of the assets' names.
    var sorted: [(key: String, value: Int64)] { amounts.sorted { $0.key < $1.key } }

    func adding(_ others: [Spending]) -> Spending {
        var all = self
        for (asset, amount) in others.flatMap(\.amounts) { all.add(amount, of: asset) }
        return all
    }

    private init() {}

    /// - Parameter fee: what is paid in the place of the transaction's own fee, by a fee bump.
    init(_ transaction: Transaction, fee: Int64? = nil) {
        self.init(fee: fee ?? Int64(transaction.fee))
        for operation in transaction.operations {
            add(operation.body, by: (operation.sourceAccount ?? transaction.sourceAccount).account)
        }
    }

    init(fee: Int64) { add(fee, of: .native) }

    private mutating func add(_ body: OperationBody, by account: AccountID) {
        switch body {
        case .createAccount(let op): add(op.startingBalance, of: .native)
        case .payment(let op): if op.destination.account != account { add(op.amount, of: op.asset) }
        case .pathPaymentStrictSend(let op): add(op.sendAmount, of: op.sendAsset)
        case .pathPaymentStrictReceive(let op): add(op.sendMax, of: op.sendAsset)
        case .createClaimableBalance(let op): add(op.amount, of: op.asset)
        case .clawback(let op): add(op.amount, of: op.asset)
        case .manageSellOffer(let op): add(op.amount, of: op.selling)
        case .createPassiveSellOffer(let op): add(op.amount, of: op.selling)
        case .manageBuyOffer(let op): add(Self.sold(op.buyAmount, at: op.price), of: op.selling)
        case .accountMerge: add(Self.unlimited, of: .native)
        case .liquidityPoolDeposit, .invokeHostFunction, .clawbackClaimableBalance:
            amounts[Self.anything] = Self.unlimited
        default: break
        }
    }

    /// What is sold for so many bought, rounded up.
    private static func sold(_ bought: Int64, at price: Price) -> Int64 {
        guard price.d > 0, price.n > 0, bought >= 0 else { return unlimited }
        let product = bought.multipliedFullWidth(by: Int64(price.n))
        guard product.high < Int64(price.d) else { return unlimited }
        let (quotient, remainder) = Int64(price.d).dividingFullWidth(product)
        return remainder == 0 || quotient == .max ? quotient : quotient + 1
    }

    private mutating func add(_ stroops: Int64, of asset: Asset) { add(max(0, stroops), of: asset.text) }

    private mutating func add(_ stroops: Int64, of asset: String) {
        let (sum, isTooMuch) = amounts[asset, default: 0].addingReportingOverflow(stroops)
        amounts[asset] = isTooMuch ? Self.unlimited : sum
    }
}
