// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
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

extension ResultText {
    static let transactionCodes: [ResultCode: ResultExplanation] = [
        .txSuccess: .init("the transaction is in the ledger and did what it says", "nothing is left to do"),
        .txFeeBumpInnerSuccess: .init(
            "the fee bump is in the ledger and the inner transaction did what it says", "nothing is left to do"),
        .txFailed: .init(
            "one of its operations failed, so that none of them had an effect",
            "see the code of the operation; the fee may have been paid and the sequence number used"),
        .txFeeBumpInnerFailed: .init(
            "the fee bump succeeded, but its inner transaction failed",
            "see the code of the inner transaction; the fee may have been paid"),
        .txTooEarly: .init(
            "its validity has not begun yet", "send the same file again once its minimum time or ledger has come"),
        .txTooLate: .init(
            "its validity has ended", "rebuild it, with a longer \(field: .validFor), and sign again; nothing was paid"),
        .txMissingOperation: .init("it has no operation", "build a transaction that does something"),
        .txBadSeq: .init(
            "its sequence number is not the next one of its source account",
            "a number ahead of the account's can still be applied: send those before it and then this file again, or cancel it: "
                + "\(step: .build(.cancel(hash: nil))); where the number is used, find out first whether this one was applied "
                + "(\(step: .submit(.status))), and rebuild it only if not"),
        .txBadAuth: .init(
            "it lacks signatures, or they are for another network",
            "have the missing keys sign; to see who has signed: \(step: .submit(.listSignatures))"),
        .txBadAuthExtra: .init(
            "it has a signature that is not needed or does not belong to it",
            "leave the superfluous signatures out: the network takes exactly as many as are needed"),
        .txInsufficientBalance: .init(
            "paying its fee would bring the account below its reserve",
            "send lumens to the account that pays the fee, then send the same file again"),
        .txNoSourceAccount: .init(
            "its source account does not exist on this network",
            "check the network; create the account with create-account, or with fund on a test network"),
        .txInsufficientFee: .init(
            "its fee is less than the network wants just now",
            "wait and send the same file again, rebuild it with a higher \(field: .fee), or wrap it with fee-bump"),
        .txInternalError: .init(
            "the network reported an internal error", "wait a while and send the same file again"),
        .txNotSupported: .init(
            "the network does not take this kind of transaction", "rebuild it with this version of Coldstar"),
        .txBadSponsorship: .init(
            "a sponsorship that it begins is not ended in it, or ends without a beginning",
            "build it with a begin-sponsoring and an end-sponsoring operation for each sponsored account"),
        .txBadMinseqAgeOrGap: .init(
            "not enough time or ledgers have passed since the account's last transaction",
            "wait for the minimum age and ledger gap that it asks for, then send the same file again"),
        .txMalformed: .init("it breaks a rule of form that holds for every transaction", "rebuild it"),
        .txSorobanInvalid: .init(
            "its contract part breaks a rule: the resources, the resource fee, a memo or an M address",
            "build the contract call again, with fresh resources and without memo and M addresses"),
        .txFrozenKeyAccessed: .init(
            "it touches a ledger entry that the network has frozen",
            "the network cannot apply it; report this to the network's operators"),
    ]
}
