// SPDX-License-Identifier: Apache-2.0

import StellarXDR

extension ResultText {
    /// Explanations of codes that mean something different for particular operations.
    static let specialCodes: [OperationType: [String: ResultExplanation]] = [
        .createAccount: [
            "op_low_reserve": .init(
                "the starting balance is below the reserve that every account needs",
                "start with more: the least is twice the base reserve")
        ],
        .createClaimableBalance: ["op_no_trust": sourceWithoutTrust],
        .claimClaimableBalance: [
            "op_no_trust": claimantWithoutTrust,
            "op_line_full": .init(
                "the account's trustline has no room for the balance", "raise its limit: coldstar-build trust add"),
            "op_does_not_exist": .init(
                "there is no claimable balance with that id", "check the id; it may be claimed or clawed back already"),
        ],
        .clawback: [
            "op_no_trust": holderWithoutTrust,
            "op_underfunded": .init("the holder has less than that", "take back at most what is there"),
        ],
        .clawbackClaimableBalance: [
            "op_no_issuer": .init("the account is not the issuer of that balance's asset", "let the issuer sign")
        ],
        .allowTrust: ["op_no_trust": holderWithoutTrust, "op_self_not_allowed": ownTrust],
        .setTrustLineFlags: ["op_no_trust": holderWithoutTrust],
        .liquidityPoolDeposit: [
            "op_no_trust": poolWithoutTrust,
            "op_line_full": .init(
                "the trustline for the pool's shares has no room", "raise its limit, or deposit less"),
        ],
        .liquidityPoolWithdraw: ["op_no_trust": poolWithoutTrust],
        .manageSellOffer: ["op_line_full": buyerWithoutRoom],
        .manageBuyOffer: ["op_line_full": buyerWithoutRoom],
        .createPassiveSellOffer: ["op_line_full": buyerWithoutRoom],
        .revokeSponsorship: [
            "op_does_not_exist": .init("the entry does not exist", "check which entry is meant"),
            "op_low_reserve": .init(
                "the account that would pay the reserve now has too few lumens", "send lumens to that account first"),
        ],
        .accountMerge: [
            "op_malformed": .init("an account cannot be merged into itself", "name another destination")
        ],
        .changeTrust: [
            "op_malformed": .init(
                "the asset or the limit is against the rules",
                "an issuer cannot trust its own asset; check code and issuer")
        ],
    ]

    private static let sourceWithoutTrust = ResultExplanation(
        "the source holds no trustline for the asset", "check the asset's code and issuer")
    private static let claimantWithoutTrust = ResultExplanation(
        "the account holds no trustline for the balance's asset", "add one: coldstar-build trust add")
    private static let holderWithoutTrust = ResultExplanation(
        "the holder has no trustline for the asset", "check the holder and the asset's code")
    private static let poolWithoutTrust = ResultExplanation(
        "a trustline for the pool's shares or for one of its assets is missing", "add it: coldstar-build trust add")
    private static let ownTrust = ResultExplanation(
        "an issuer has no trustline to itself", "name the holder's account")
    private static let buyerWithoutRoom = ResultExplanation(
        "the trustline for the asset to be bought has no room for that much", "lower the amount, or raise the limit")
}
