// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension OperationResult {
    /// The result that the network reports for an operation that it did not check: success, with zeros for the details.
    package static func success(_ type: OperationType) -> OperationResult {
        .opInner(emptySuccess(type))
    }

    private static func emptySuccess(_ type: OperationType) -> OperationResultTr {
        let account = AccountID.ed25519(Uint256())
        let last = SimplePaymentResult(destination: account, asset: .native, amount: 0)
        let offer = ManageOfferSuccessResult(
            offersClaimed: [],
            offer: .created(
                OfferEntry(
                    sellerID: account, offerID: 0, selling: .native, buying: .native, amount: 0,
                    price: Price(n: 0, d: 0), flags: 0, ext: .v0)))
        return switch type {
        case .createAccount: .createAccount(.success)
        case .payment: .payment(.success)
        case .pathPaymentStrictReceive: .pathPaymentStrictReceive(.success(.init(offers: [], last: last)))
        case .manageSellOffer: .manageSellOffer(.success(offer))
        case .createPassiveSellOffer: .createPassiveSellOffer(.success(offer))
        case .setOptions: .setOptions(.success)
        case .changeTrust: .changeTrust(.success)
        case .allowTrust: .allowTrust(.success)
        case .accountMerge: .accountMerge(.success(0))
        case .inflation: .inflation(.success([]))
        case .manageData: .manageData(.success)
        case .bumpSequence: .bumpSequence(.success)
        case .manageBuyOffer: .manageBuyOffer(.success(offer))
        case .pathPaymentStrictSend: .pathPaymentStrictSend(.success(.init(offers: [], last: last)))
        case .createClaimableBalance: .createClaimableBalance(.success(.v0(Hash())))
        case .claimClaimableBalance: .claimClaimableBalance(.success)
        case .beginSponsoringFutureReserves: .beginSponsoringFutureReserves(.success)
        case .endSponsoringFutureReserves: .endSponsoringFutureReserves(.success)
        case .revokeSponsorship: .revokeSponsorship(.success)
        case .clawback: .clawback(.success)
        case .clawbackClaimableBalance: .clawbackClaimableBalance(.success)
        case .setTrustLineFlags: .setTrustLineFlags(.success)
        case .liquidityPoolDeposit: .liquidityPoolDeposit(.success)
        case .liquidityPoolWithdraw: .liquidityPoolWithdraw(.success)
        case .invokeHostFunction: .invokeHostFunction(.success(Hash()))
        case .extendFootprintTtl: .extendFootprintTtl(.success)
        case .restoreFootprint: .restoreFootprint(.success)
        }
    }
}
