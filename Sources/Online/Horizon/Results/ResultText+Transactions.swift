// SPDX-License-Identifier: Apache-2.0

extension ResultText {
    static let transactionCodes: [String: ResultExplanation] = [
        "tx_success": .init("the transaction is in the ledger and did what it says", "nothing is left to do"),
        "tx_fee_bump_inner_success": .init(
            "the fee bump is in the ledger and the inner transaction did what it says", "nothing is left to do"),
        "tx_failed": .init(
            "one of its operations failed, so that none of them had an effect",
            "see the code of the operation; the fee may have been paid and the sequence number used"),
        "tx_fee_bump_inner_failed": .init(
            "the fee bump was right and the transaction inside it failed",
            "see the code of the inner transaction; the fee may have been paid"),
        "tx_too_early": .init(
            "its validity has not begun yet", "send the same file again once its minimum time or ledger has come"),
        "tx_too_late": .init(
            "its validity has ended", "rebuild it, with a longer --valid-for, and sign again; nothing was paid"),
        "tx_missing_operation": .init("it has no operation", "build a transaction that does something"),
        "tx_bad_seq": .init(
            "its sequence number is not the next one of its source account",
            "a number ahead of the account's can still go in: send those before it and then this file again, or void it with "
                + "coldstar-build cancel; where the number is used, find out first whether this one was applied (coldstar-submit status), "
                + "and rebuild it only if not"),
        "tx_bad_auth": .init(
            "it lacks signatures, or they are for another network",
            "see who has signed with coldstar-submit signatures, and have the missing keys sign"),
        "tx_bad_auth_extra": .init(
            "it has a signature that is not needed or does not belong to it",
            "leave the superfluous signatures out: the network takes exactly as many as are needed"),
        "tx_insufficient_balance": .init(
            "paying its fee would bring the account below its reserve",
            "send lumens to the account that pays the fee, then send the same file again"),
        "tx_no_source_account": .init(
            "its source account does not exist on this network",
            "check the network; create the account with create-account, or with fund on a test network"),
        "tx_insufficient_fee": .init(
            "its fee is less than the network wants just now",
            "wait and send the same file again, rebuild it with a higher --fee, or wrap it with fee-bump"),
        "tx_internal_error": .init(
            "the network met an error of its own", "wait a while and send the same file again"),
        "tx_not_supported": .init(
            "the network does not take this kind of transaction", "rebuild it with this version of coldstar-build"),
        "tx_bad_sponsorship": .init(
            "a sponsorship that it begins is not ended in it, or ends without a beginning",
            "build it with a begin-sponsoring and an end-sponsoring operation for each sponsored account"),
        "tx_bad_minseq_age_or_gap": .init(
            "not enough time or ledgers have passed since the account's last transaction",
            "wait for the minimum age and ledger gap that it asks for, then send the same file again"),
        "tx_malformed": .init("it breaks a rule of form that holds for every transaction", "rebuild it"),
        "tx_soroban_invalid": .init(
            "its contract part breaks a rule: the resources, the resource fee, a memo or an M address",
            "build the contract call again, with fresh resources and without memo and M addresses"),
        "tx_frozen_key_accessed": .init(
            "it touches a ledger entry that the network has frozen",
            "it cannot go in as it is; ask the network's operators"),
    ]
}
