// SPDX-License-Identifier: Apache-2.0

package import StellarXDR

/// What the results of operations say about the amounts that moved.
extension TransactionResult {
    /// Whether the transaction was applied and succeeded.
    package var isSuccess: Bool {
        switch result {
        case .txSuccess, .txFeeBumpInnerSuccess: true
        default: false
        }
    }

    /// The results of the operations, of the inner transaction in a fee bump; empty if none was checked.
    package var operations: [OperationResult] {
        switch result {
        case .txSuccess(let results), .txFailed(let results): results
        case .txFeeBumpInnerSuccess(let pair), .txFeeBumpInnerFailed(let pair):
            switch pair.result.result {
            case .txSuccess(let results), .txFailed(let results): results
            default: []
            }
        default: []
        }
    }
}

extension OperationResult {
    /// The offers and pools that the operation traded with, in order; empty for one that does not trade.
    package var claims: [ClaimAtom] {
        guard case .opInner(let inner) = self else { return [] }
        switch inner {
        case .pathPaymentStrictReceive(.success(let success)): return success.offers
        case .pathPaymentStrictSend(.success(let success)): return success.offers
        case .manageSellOffer(.success(let success)), .createPassiveSellOffer(.success(let success)):
            return success.offersClaimed
        case .manageBuyOffer(.success(let success)): return success.offersClaimed
        default: return []
        }
    }

    /// What arrived at the destination of a path payment, in stroops; nil for other results.
    package var delivered: Int64? {
        guard case .opInner(let inner) = self else { return nil }
        switch inner {
        case .pathPaymentStrictReceive(.success(let success)): return success.last.amount
        case .pathPaymentStrictSend(.success(let success)): return success.last.amount
        default: return nil
        }
    }

    /// What the source of a strict-receive path payment sent, in stroops; nil for other results.
    ///
    /// - Source: stellar-go `PathPaymentStrictReceiveResult.SendAmount`.
    package var sent: Int64? {
        guard case .opInner(.pathPaymentStrictReceive(.success(let success))) = self else { return nil }
        guard let first = success.offers.first?.taken.asset else { return success.last.amount }
        return success.offers.prefix { $0.taken.asset == first }.reduce(0 as Int64?) { sum, claim in
            guard let (sum, overflow) = sum?.addingReportingOverflow(claim.taken.amount), !overflow else { return nil }
            return sum
        }
    }

    /// The balance that a merge moved, in stroops; nil for other results.
    package var merged: Int64? {
        if case .opInner(.accountMerge(.success(let balance))) = self { balance } else { nil }
    }

    /// The claimable balance that the operation created; nil for other results.
    package var createdBalance: ClaimableBalanceID? {
        if case .opInner(.createClaimableBalance(.success(let id))) = self { id } else { nil }
    }
}

extension ClaimAtom {
    /// The account whose offer was taken; nil for a pool.
    package var maker: AccountID? {
        switch self {
        case .v0(let atom): .ed25519(atom.sellerEd25519)
        case .orderBook(let atom): atom.sellerID
        case .liquidityPool: nil
        }
    }

    /// What the offer or pool gave, in stroops.
    package var given: (asset: Asset, amount: Int64) {
        switch self {
        case .v0(let atom): (atom.assetSold, atom.amountSold)
        case .orderBook(let atom): (atom.assetSold, atom.amountSold)
        case .liquidityPool(let atom): (atom.assetSold, atom.amountSold)
        }
    }

    /// What the offer or pool took for it, in stroops.
    package var taken: (asset: Asset, amount: Int64) {
        switch self {
        case .v0(let atom): (atom.assetBought, atom.amountBought)
        case .orderBook(let atom): (atom.assetBought, atom.amountBought)
        case .liquidityPool(let atom): (atom.assetBought, atom.amountBought)
        }
    }
}
