// SPDX-License-Identifier: Apache-2.0

extension ResultText {
    /// Explanations by Horizon's code, worded to fit every operation that returns it; `specialCodes` has the exceptions.
    static let operationCodes: [String: ResultExplanation] = [
        "op_success": .init(
            "this operation was not what failed", "look at the codes of the transaction and of the other operations"),

        // Any operation.
        "op_bad_auth": .init(
            "its source account has not signed with enough weight",
            "have the missing keys sign; see coldstar-submit signatures"),
        "op_no_source_account": .init(
            "its source account does not exist", "create that account first, or leave it out"),
        "op_not_supported": .init("the network does not take this operation any more", "leave it out"),
        "op_too_many_subentries": .init(
            "the account has 1000 trustlines, offers, signers and data entries already",
            "remove some of them first"),
        "op_exceeded_work_limit": .init(
            "it would cross more offers than one operation may", "split the amount into smaller ones"),
        "op_too_many_sponsoring": .init(
            "the sponsor carries as many reserves as one account can", "let another account sponsor"),

        // Money.
        "op_malformed": .init(
            "a value in it is against the rules: an amount, an asset, an account", "check its values and rebuild it"),
        "op_underfunded": .init(
            "the source does not have that much to give above its reserve and what its offers hold back",
            "lower the amount (coldstar-build lookup account shows the balances), or fund the source"),
        "op_low_reserve": .init(
            "the account has too few lumens for the reserve that one more entry needs",
            "send lumens to the account, then rebuild it"),
        "op_src_no_trust": .init(
            "the source holds no trustline for the asset that it sends", "check the asset's code and issuer"),
        "op_src_not_authorized": .init(
            "the issuer does not let the source hold or send this asset", "ask the issuer to authorise the source"),
        "op_no_destination": .init(
            "the destination account does not exist",
            "create it with coldstar-build create-account, or with fund on a test network"),
        "op_no_trust": .init(
            "the destination holds no trustline for the asset", "its owner must add one: coldstar-build trust add"),
        "op_not_authorized": .init(
            "the issuer does not let the account hold this asset", "ask the issuer to authorise the account"),
        "op_line_full": .init(
            "the receiver's trustline has no room for that much", "lower the amount, or have its owner raise the limit"),
        "op_no_issuer": .init("the issuer of the asset does not exist", "check the asset's issuer"),
        "op_already_exists": .init("the account exists already", "pay it with coldstar-build payment"),
        "op_too_few_offers": .init(
            "the markets offer no way from one asset to the other for that amount",
            "lower the amount, or look for ways with coldstar-build lookup paths"),
        "op_cross_self": .init("it would meet an offer of the same account", "remove that offer first"),
        "op_over_source_max": .init(
            "it would cost more than the most that may be sent",
            "look the price up again, or allow more with --send-max"
        ),
        "op_under_dest_min": .init(
            "less would arrive than the least that is wanted", "look the price up again, or accept less with --dest-min"
        ),

        // Offers and pools.
        "op_sell_no_trust": .init(
            "there is no trustline for the asset to be sold", "check the asset's code and issuer"),
        "op_buy_no_trust": .init(
            "there is no trustline for the asset to be bought", "add one: coldstar-build trust add"),
        "sell_not_authorized": .init(
            "the issuer does not let the account sell this asset", "ask the issuer to authorise the account"),
        "buy_not_authorized": .init(
            "the issuer does not let the account buy this asset", "ask the issuer to authorise the account"),
        "op_sell_no_issuer": .init("the issuer of the asset to be sold does not exist", "check the asset's issuer"),
        "buy_no_issuer": .init("the issuer of the asset to be bought does not exist", "check the asset's issuer"),
        "op_offer_not_found": .init(
            "the account has no offer with that number", "it may have been taken in full; check the number"),
        "op_bad_price": .init(
            "the pool's price is outside the wanted bounds", "look the price up again, or widen the bounds"),
        "op_pool_full": .init("the pool can hold no more", "deposit less"),
        "op_under_minimum": .init(
            "less would come out of the pool than the least that is wanted", "look the pool up again, or accept less"),
        "op_trustline_frozen": .init(
            "the trustline is frozen by the network", "nothing can move over it; ask the network's operators"),

        // Trustlines.
        "op_invalid_limit": .init(
            "the limit is below what the trustline holds or may receive",
            "to remove a trustline, bring its balance to zero and cancel its offers first"),
        "op_self_not_allowed": .init("an issuer cannot trust its own asset", "use another account to hold it"),
        "op_trust_line_missing": .init(
            "a trustline for one of the pool's assets is missing", "add it first: coldstar-build trust add"),
        "op_cannot_delete": .init(
            "the trustline is in use by a liquidity pool", "withdraw from the pool and remove its trustline first"),
        "op_not_aut_maintain_liabilities": .init(
            "the account may not even keep its offers in one of the pool's assets",
            "ask the issuer to authorise the account"),
        "op_not_required": .init(
            "the issuer does not require authorisation, so there is none to change", "leave it out"),
        "op_cant_revoke": .init(
            "the issuer's account cannot take authorisation back", "set the flag AUTH_REVOCABLE on the issuer first"),
        "op_invalid_state": .init(
            "the flags that would come out contradict each other", "set and clear other flags"),

        // The account itself.
        "op_too_many_signers": .init("the account has 20 signers already", "remove one first"),
        "op_bad_flags": .init("a flag is both set and cleared", "name it once"),
        "op_invalid_inflation": .init("the inflation destination does not exist", "leave it out: inflation has ended"),
        "op_cant_change": .init(
            "the account's flags are immutable, or it has issued already what they are about", "they stay as they are"),
        "op_unknown_flag": .init("a flag is not known to the network", "use the four flags that there are"),
        "op_threshold_out_of_range": .init("a weight or threshold is not from 0 to 255", "choose one from 0 to 255"),
        "op_bad_signer": .init(
            "the signer is the account's own key, has a wrong weight, or is not there to be removed", "check the signer"
        ),
        "op_invalid_home_domain": .init(
            "the home domain holds characters that are not allowed", "use at most 32 plain ASCII characters"),
        "op_auth_revocable_required": .init(
            "clawback can only be enabled together with revocable authorisation", "set AUTH_REVOCABLE as well"),
        "op_no_account": .init("the account to merge into does not exist", "check the destination"),
        "op_immutable_set": .init("the account is immutable and cannot be merged", "it stays for ever"),
        "op_has_sub_entries": .init(
            "the account still has trustlines, offers or data", "remove them all, then merge"),
        "op_seq_num_too_far": .init(
            "the account's sequence number is ahead of the ledger's", "wait until the ledger has caught up, then merge"),
        "op_dest_full": .init("the destination cannot hold that many lumens", "merge into another account"),
        "op_is_sponsor": .init("the account pays reserves for others", "end or hand over its sponsorships, then merge"),
        "op_bad_seq": .init("the sequence number to jump to is not possible", "choose one from 0 up"),
        "op_not_time": .init("inflation does not happen any more", "leave the operation out"),
        "op_not_supported_yet": .init("the network does not take data entries yet", "leave the operation out"),
        "op_data_name_not_found": .init("there is no data entry of that name to delete", "check the name"),
        "op_data_invalid_name": .init(
            "the name of the data entry is not allowed", "use 1 to 64 plain ASCII characters"),

        // Claimable balances, sponsorship, clawback.
        "op_does_not_exist": .init(
            "what it is about does not exist, or does not any more", "check its id; it may be claimed already"),
        "op_cannot_claim": .init(
            "the account is not among the claimants, or their conditions do not hold now",
            "check the conditions and their times"),
        "op_already_sponsored": .init(
            "the account's reserves are being sponsored already", "end that sponsorship first"),
        "op_recursive": .init(
            "a sponsor is sponsored itself within the same transaction",
            "begin and end sponsorships one after the other"),
        "op_not_sponsored": .init(
            "there is no sponsorship to end", "begin one earlier in the same transaction"),
        "op_not_sponsor": .init("the account does not sponsor this entry", "let its sponsor sign, or check the entry"),
        "op_only_transferable": .init(
            "this sponsorship can be handed over but not dropped", "name a new sponsor in the same transaction"),
        "op_not_clawback_enabled": .init(
            "clawback is not enabled for this holding",
            "it cannot be taken back; clawback has to be enabled before it is issued"),

        // Contracts.
        "function_trapped": .init(
            "the contract stopped with an error", "simulate the call again and look at the contract's error"),
        "resource_limit_exceeded": .init(
            "it needed more of the network's resources than it had asked for", "simulate it again to get fresh limits"),
        "entry_archived": .init(
            "it touches a ledger entry that is archived", "restore the entry with restore-footprint first"),
        "insufficient_refundable_fee": .init(
            "its refundable fee did not cover what it used", "simulate it again and raise the resource fee"),
    ]
}
