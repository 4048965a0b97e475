// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerXDR
import Stellar
package import StellarXDR

/// Explanations of Horizon's result codes, with advice.
package enum ResultText {
    /// The explanation of a transaction's result. For a failed operation, it names that operation (counted from 1) and
    /// says nothing of the others, because their codes do not prove that they did anything.
    ///
    /// - Parameter operations: the types of the transaction's operations, if known; they make the explanation more
    ///   precise.
    package static func explain(_ codes: ResultCodes, operations: [OperationType] = []) -> ResultExplanation {
        if codes.isSuccess { return transaction(.txSuccess) }
        guard codes.decisive == .txFailed, let (index, code) = codes.failedOperation else {
            return transaction(codes.decisive)
        }
        let type = operations.indices.contains(index) ? operations[index] : nil
        let found = operation(code, of: type)
        // The network may stop at the first failure, so that later codes are only initial values.
        let proof: Wording =
            codes.operations.count > 1
            ? "; no operation had an effect, and codes behind the first failure prove nothing"
            : ""
        return ResultExplanation("operation \(index + 1): \(found.meaning)", found.advice + proof)
    }

    /// The explanation of a transaction code such as `tx_bad_seq`.
    package static func transaction(_ code: ResultCode) -> ResultExplanation {
        transactionCodes[code] ?? unknown(code)
    }

    /// The explanation of an operation code such as `op_underfunded`.
    package static func operation(_ code: ResultCode, of type: OperationType? = nil) -> ResultExplanation {
        if let type, let special = specialCodes[type]?[code] { return special }
        return operationCodes[code] ?? unknown(code)
    }

    private static func unknown(_ code: ResultCode) -> ResultExplanation {
        ResultExplanation(
            "the network answered with the code \(TerminalText.escape(code.rawValue)), which this release does not know",
            "look the code up in Stellar's documentation; nothing is resubmitted automatically")
    }
}

extension ResultText {
    /// Explanations by Horizon's code, worded to fit every operation that returns it; `specialCodes` has the
    /// exceptions.
    static let operationCodes: [ResultCode: ResultExplanation] = [
        .opSuccess: .init(
            "this operation was not what failed", "look at the codes of the transaction and of the other operations"),

        // Any operation.
        .opBadAuth: .init(
            "its source account has not signed with enough weight",
            "have the missing keys sign; to see who has signed: \(step: .submit(.listSignatures))"),
        .opNoSourceAccount: .init(
            "its source account does not exist", "create that account first, or remove the operation"),
        .opNotSupported: .init("the network no longer supports this operation", "remove the operation"),
        .opTooManySubentries: .init(
            "the account has 1000 trustlines, offers, signers and data entries already",
            "remove some of them first"),
        .opExceededWorkLimit: .init(
            "it would cross more offers than one operation may", "split the amount into smaller ones"),
        .opTooManySponsoring: .init(
            "the sponsor has reached its limit of sponsored reserves", "let another account sponsor"),

        // Money.
        .opMalformed: .init(
            "a value in it is against the rules: an amount, an asset, an account", "check its values and rebuild it"),
        .opUnderfunded: .init(
            "the source does not have that much to give above its reserve and what its offers hold back",
            "lower the amount, or fund the source; to see the balances: \(step: .build(.lookUpAccount))"),
        .opLowReserve: .init(
            "the account has too few lumens for the reserve that one more entry needs",
            "send lumens to the account, then rebuild it"),
        .opSrcNoTrust: .init(
            "the source holds no trustline for the asset that it sends", "check the asset's code and issuer"),
        .opSrcNotAuthorized: .init(
            "the issuer does not let the source hold or send this asset", "ask the issuer to authorize the source"),
        .opNoDestination: .init(
            "the destination account does not exist",
            "create it: \(step: .build(.createAccount)), or on a test network \(step: .build(.fund(account: nil)))"),
        .opNoTrust: .init(
            "the destination holds no trustline for the asset",
            "its owner must add one: \(step: .build(.addTrustline(account: nil, asset: nil)))"),
        .opNotAuthorized: .init(
            "the issuer does not let the account hold this asset", "ask the issuer to authorize the account"),
        .opLineFull: .init(
            "the receiver's trustline has no room for that much", "lower the amount, or have its owner raise the limit"),
        .opNoIssuer: .init("the issuer of the asset does not exist", "check the asset's issuer"),
        .opAlreadyExists: .init("the account exists already", "pay it: \(step: .build(.payment))"),
        .opTooFewOffers: .init(
            "the markets offer no way from one asset to the other for that amount",
            "lower the amount, or look for other paths: \(step: .build(.lookUpPaths))"),
        .opCrossSelf: .init("it would meet an offer of the same account", "remove that offer first"),
        .opOverSourceMax: .init(
            "it would cost more than the most that may be sent",
            "look the price up again, or allow more with \(field: .sendMax)"
        ),
        .opUnderDestMin: .init(
            "less would arrive than the minimum that the operation sets",
            "look the price up again, or accept less with \(field: .destMin)"
        ),

        // Offers and pools.
        .opSellNoTrust: .init(
            "there is no trustline for the asset to be sold", "check the asset's code and issuer"),
        .opBuyNoTrust: .init(
            "there is no trustline for the asset to be bought",
            "add one: \(step: .build(.addTrustline(account: nil, asset: nil)))"),
        .sellNotAuthorized: .init(
            "the issuer does not let the account sell this asset", "ask the issuer to authorize the account"),
        .buyNotAuthorized: .init(
            "the issuer does not let the account buy this asset", "ask the issuer to authorize the account"),
        .opSellNoIssuer: .init("the issuer of the asset to be sold does not exist", "check the asset's issuer"),
        .buyNoIssuer: .init("the issuer of the asset to be bought does not exist", "check the asset's issuer"),
        .opOfferNotFound: .init(
            "the account has no offer with that number", "it may have been taken in full; check the number"),
        .opBadPrice: .init(
            "the pool's price is outside the wanted bounds", "look the price up again, or widen the bounds"),
        .opPoolFull: .init("the pool can hold no more", "deposit less"),
        .opUnderMinimum: .init(
            "the pool would pay less than the minimum that the operation sets", "look the pool up again, or accept less"
        ),
        .opTrustlineFrozen: .init(
            "the trustline is frozen by the network", "no payment can use it; ask the network's operators"),

        // Trustlines.
        .opInvalidLimit: .init(
            "the limit is below what the trustline holds or may receive",
            "to remove a trustline, bring its balance to zero and cancel its offers first"),
        .opSelfNotAllowed: .init("an issuer cannot trust its own asset", "use another account to hold it"),
        .opTrustLineMissing: .init(
            "a trustline for one of the pool's assets is missing",
            "add it first: \(step: .build(.addTrustline(account: nil, asset: nil)))"),
        .opCannotDelete: .init(
            "the trustline is in use by a liquidity pool", "withdraw from the pool and remove its trustline first"),
        .opNotAutMaintainLiabilities: .init(
            "the account is not authorized to maintain liabilities in one of the pool's assets",
            "ask the issuer to authorize the account"),
        .opNotRequired: .init(
            "the issuer does not require authorization, so there is none to change", "remove the operation"),
        .opCantRevoke: .init(
            "the issuer's account cannot take authorization back", "set the flag AUTH_REVOCABLE on the issuer first"),
        .opInvalidState: .init(
            "the flags would contradict each other", "set and clear other flags"),

        // The account itself.
        .opTooManySigners: .init("the account has 20 signers already", "remove one first"),
        .opBadFlags: .init("a flag is both set and cleared", "name it once"),
        .opInvalidInflation: .init(
            "the inflation destination does not exist", "remove the operation: inflation has ended"),
        .opCantChange: .init(
            "the account's flags are immutable, or it has already issued assets", "the flags cannot be changed"),
        .opUnknownFlag: .init(
            "a flag is not known to the network",
            "only auth_required, auth_revocable, auth_immutable and auth_clawback_enabled exist"),
        .opThresholdOutOfRange: .init("a weight or threshold is not from 0 to 255", "choose one from 0 to 255"),
        .opBadSigner: .init(
            "the signer is the account's own key, has a wrong weight, or is not there to be removed", "check the signer"
        ),
        .opInvalidHomeDomain: .init(
            "the home domain holds characters that are not allowed", "use at most 32 plain ASCII characters"),
        .opAuthRevocableRequired: .init(
            "clawback can only be enabled together with revocable authorization", "set AUTH_REVOCABLE as well"),
        .opNoAccount: .init("the account to merge into does not exist", "check the destination"),
        .opImmutableSet: .init(
            "the account is immutable and cannot be merged", "an immutable account cannot be removed"),
        .opHasSubEntries: .init(
            "the account still has trustlines, offers or data", "remove them all, then merge"),
        .opSeqNumTooFar: .init(
            "the account's sequence number is ahead of the ledger's", "wait until the ledger has caught up, then merge"),
        .opDestFull: .init("the destination cannot hold that many lumens", "merge into another account"),
        .opIsSponsor: .init("the account pays reserves for others", "end or hand over its sponsorships, then merge"),
        .opBadSeq: .init("the sequence number to jump to is not possible", "choose one from 0 up"),
        .opNotTime: .init("the network no longer supports inflation", "leave the operation out"),
        .opNotSupportedYet: .init("the network does not take data entries yet", "leave the operation out"),
        .opDataNameNotFound: .init("there is no data entry of that name to delete", "check the name"),
        .opDataInvalidName: .init(
            "the name of the data entry is not allowed", "use 1 to 64 plain ASCII characters"),

        // Claimable balances, sponsorship, clawback.
        .opDoesNotExist: .init(
            "the entry does not exist (any longer)", "check its id; it may be claimed already"),
        .opCannotClaim: .init(
            "the account is not among the claimants, or their conditions do not hold now",
            "check the conditions and their times"),
        .opAlreadySponsored: .init(
            "the account's reserves are being sponsored already", "end that sponsorship first"),
        .opRecursive: .init(
            "a sponsor is sponsored itself within the same transaction",
            "begin and end sponsorships one after the other"),
        .opNotSponsored: .init(
            "there is no sponsorship to end", "begin one earlier in the same transaction"),
        .opNotSponsor: .init("the account does not sponsor this entry", "let its sponsor sign, or check the entry"),
        .opOnlyTransferable: .init(
            "this sponsorship can be handed over but not dropped", "name a new sponsor in the same transaction"),
        .opNotClawbackEnabled: .init(
            "clawback is not enabled for this holding",
            "it cannot be taken back; clawback has to be enabled before it is issued"),

        // Contracts.
        "function_trapped": .init(
            "the contract stopped with an error", "to see which: \(step: .build(.lookUpTransaction(hash: nil)))"),
        "resource_limit_exceeded": .init(
            "it needed more of the network's resources than it had asked for", "simulate it again to get fresh limits"),
        "entry_archived": .init(
            "it touches a ledger entry that is archived",
            "build the call again: its simulation finds the entry, and the call then restores it"),
        "insufficient_refundable_fee": .init(
            "its refundable fee did not cover what it used", "simulate it again and raise the resource fee"),
    ]
}

/// An explanation of a result code.
package struct ResultExplanation: Hashable, Sendable {
    /// One sentence: what happened. Lower case, no full stop, for use after a colon.
    package let meaning: String
    /// One sentence: what to do next. Lower case, no full stop, for use after `hint:`.
    package let advice: Wording

    init(_ meaning: String, _ advice: Wording) {
        self.meaning = meaning
        self.advice = advice
    }
}

/// What can be said of a result that this version cannot decode.
package enum UnknownResult {
    /// Where the code is: after the fee, of eight bytes.
    private static let place = 8

    /// A phrase with the number of the unknown code; nil for a text that is not such a result.
    package static func text(ofResultXDR text: String) -> String? {
        guard let bytes = try? Base64.decode(text), bytes.count >= place + 4 else { return nil }
        do throws(XDRError) { _ = try TransactionResult(xdr: bytes) } catch {
            guard case .unknownValue = error else { return nil }
            let word = bytes[place..<place + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            let code = Int32(bitPattern: word)
            return TransactionResultCode(rawValue: code) == nil
                ? "the unknown result code \(code)" : "a result with an unknown value: \(error.message)"
        }
        return nil
    }
}
