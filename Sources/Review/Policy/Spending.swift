// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import XDR

/// What may leave accounts by a signature, at most: amounts, `sendMax`, offers, claimable balances, starting balances, the fee.
///
/// Whoever's account it is: what a signature lets go is counted against the key that made it.
package struct Spending: Hashable, Sendable {
    /// In stroops by asset; the greatest number for what has no limit.
    package private(set) var amounts: [String: Int64] = [:]

    /// Stands for assets that cannot be told: what a contract or a pool moves.
    package static let anything = "anything"
    package static let unlimited = Int64.max

    package init(_ review: Review) {
        switch review.content {
        case .transaction(let transaction) where review.kind != .challenge: self.init(transaction)
        case .feeBump(let bump): self.init(fee: bump.fee)
        default: self.init()
        }
    }

    private init() {}

    /// - Parameter fee: what is paid in the place of the transaction's own fee, by a fee bump.
    init(_ transaction: Transaction, fee: Int64? = nil) {
        self.init(fee: fee ?? Int64(transaction.fee))
        for operation in transaction.operations { add(operation.body) }
    }

    init(fee: Int64) { add(fee, of: .native) }

    private mutating func add(_ body: OperationBody) {
        switch body {
        case .createAccount(let op): add(op.startingBalance, of: .native)
        case .payment(let op): add(op.amount, of: op.asset)
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

    private mutating func add(_ stroops: Int64, of asset: Asset) {
        let (sum, isTooMuch) = amounts[asset.text, default: 0].addingReportingOverflow(max(0, stroops))
        amounts[asset.text] = isTooMuch ? Self.unlimited : sum
    }
}
