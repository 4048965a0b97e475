// SPDX-License-Identifier: Apache-2.0

import Faults
import Stellar
import StellarXDR

extension ResultText {
    /// Explanations of codes that mean something different for particular operations.
    static let specialCodes: [OperationType: [ResultCode: ResultExplanation]] = [
        .createAccount: [
            .opLowReserve: .init(
                "the starting balance is below the reserve that every account needs",
                "start with more: the least is twice the base reserve")
        ],
        .createClaimableBalance: [.opNoTrust: sourceWithoutTrust],
        .claimClaimableBalance: [
            .opNoTrust: claimantWithoutTrust,
            .opLineFull: .init(
                "the account's trustline has no room for the balance",
                "raise its limit: \(step: .build(.addTrustline(account: nil, asset: nil)))"),
            .opDoesNotExist: .init(
                "there is no claimable balance with that id", "check the id; it may be claimed or clawed back already"),
        ],
        .clawback: [
            .opNoTrust: holderWithoutTrust,
            .opUnderfunded: .init("the holder has less than that", "take back at most what is there"),
        ],
        .clawbackClaimableBalance: [
            .opNoIssuer: .init("the account is not the issuer of that balance's asset", "let the issuer sign")
        ],
        .allowTrust: [.opNoTrust: holderWithoutTrust, .opSelfNotAllowed: ownTrust],
        .setTrustLineFlags: [.opNoTrust: holderWithoutTrust],
        .liquidityPoolDeposit: [
            .opNoTrust: poolWithoutTrust,
            .opLineFull: .init(
                "the trustline for the pool's shares has no room", "raise its limit, or deposit less"),
        ],
        .liquidityPoolWithdraw: [.opNoTrust: poolWithoutTrust],
        .manageSellOffer: [.opLineFull: buyerWithoutRoom],
        .manageBuyOffer: [.opLineFull: buyerWithoutRoom],
        .createPassiveSellOffer: [.opLineFull: buyerWithoutRoom],
        .revokeSponsorship: [
            .opDoesNotExist: .init("the entry does not exist", "check which entry is meant"),
            .opLowReserve: .init(
                "the account that would pay the reserve now has too few lumens", "send lumens to that account first"),
        ],
        .accountMerge: [
            .opMalformed: .init("an account cannot be merged into itself", "name another destination")
        ],
        .changeTrust: [
            .opMalformed: .init(
                "the asset or the limit is against the rules",
                "an issuer cannot trust its own asset; check code and issuer")
        ],
    ]

    private static let sourceWithoutTrust = ResultExplanation(
        "the source holds no trustline for the asset", "check the asset's code and issuer")
    private static let claimantWithoutTrust = ResultExplanation(
        "the account holds no trustline for the balance's asset",
        "add one: \(step: .build(.addTrustline(account: nil, asset: nil)))")
    private static let holderWithoutTrust = ResultExplanation(
        "the holder has no trustline for the asset", "check the holder and the asset's code")
    private static let poolWithoutTrust = ResultExplanation(
        "a trustline for the pool's shares or for one of its assets is missing",
        "add it: \(step: .build(.addTrustline(account: nil, asset: nil)))")
    private static let ownTrust = ResultExplanation(
        "an issuer has no trustline to itself", "name the holder's account")
    private static let buyerWithoutRoom = ResultExplanation(
        "the trustline for the asset to be bought has no room for that much", "lower the amount, or raise the limit")
}
