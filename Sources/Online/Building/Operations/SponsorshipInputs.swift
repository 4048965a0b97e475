// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR
package import Workspace

/// The beginning of a sponsorship of the reserves of what an account creates.
package struct SponsorshipInput: OperationInput {
    private let sponsored: AccountReference

    package init(of sponsored: AccountReference) { self.sponsored = sponsored }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let sponsored = try builder.accountID(sponsored, .sponsoredID)
        guard sponsored != builder.actor else {
            throw Failure(.badInput, .sponsoredID, "an account cannot sponsor itself")
        }
        return .beginSponsoringFutureReserves(BeginSponsoringFutureReservesOp(sponsoredID: sponsored))
    }
}

/// The end of the sponsorship of the account that acts.
package struct SponsorshipEndInput: OperationInput {
    package init() {}

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        .endSponsoringFutureReserves
    }
}

/// A ledger entry whose sponsorship ends.
package enum RevokeSponsorshipInput: OperationInput {
    /// What an account has; `itself` is the entry of the account.
    package enum Part: Hashable, Sendable {
        case itself
        case trustLine(AssetReference)
        case poolShares(PoolID)
        case offer(Int64)
        case data(String)
        case signer(SignerReference)
    }

    case part(Part, of: AccountReference)
    case claimableBalance(ClaimableBalanceID)

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        switch self {
        case .claimableBalance(let id):
            return .revokeSponsorship(
                .ledgerEntry(.claimableBalance(LedgerKeyClaimableBalance(balanceID: id))))
        case .part(let part, let owner):
            let account = try builder.accountID(owner, .accountID)
            if case .signer(let signer) = part {
                let key = try builder.signer(signer, .signerKey)
                return .revokeSponsorship(.signer(RevokeSponsorshipOpSigner(accountID: account, signerKey: key)))
            }
            return .revokeSponsorship(.ledgerEntry(try Self.key(part, of: account, in: &builder)))
        }
    }

    private static func key(_ part: Part, of account: AccountID, in builder: inout TransactionBuilder) throws(Failure)
        -> LedgerKey
    {
        switch part {
        case .itself, .signer: return .account(LedgerKeyAccount(accountID: account))
        case .trustLine(let asset):
            return .trustline(LedgerKeyTrustLine(accountID: account, asset: try line(asset, in: &builder)))
        case .poolShares(let pool): return .trustline(LedgerKeyTrustLine(accountID: account, asset: .poolShare(pool)))
        case .offer(let id):
            guard id > 0 else { throw Failure(.badInput, .offerID, "must be above zero") }
            return .offer(LedgerKeyOffer(sellerID: account, offerID: id))
        case .data(let text):
            guard let name = String64(Array(text.utf8)) else {
                throw Failure(.badInput, .dataName, "a name has at most 64 bytes")
            }
            return .data(LedgerKeyData(accountID: account, dataName: name))
        }
    }

    private static func line(_ asset: AssetReference, in builder: inout TransactionBuilder) throws(Failure)
        -> TrustLineAsset
    {
        switch try builder.asset(asset, .asset) {
        case .native: throw Failure(.badInput, .asset, "XLM has no trustline")
        case .creditAlphanum4(let credit): return .creditAlphanum4(credit)
        case .creditAlphanum12(let credit): return .creditAlphanum12(credit)
        }
    }
}

extension OperationSpec {
    package static let beginSponsoring = OperationSpec(
        "begin-sponsoring-future-reserves", title: "Begin sponsoring",
        "Pay the reserves of the ledger entries that an account creates, until the sponsorship ends.",
        notes: """
            Operations of one transaction, each added with \(field: .appendTo): begin (by the sponsor), the sponsored operations, and
            end-sponsoring-future-reserves (by the account that is sponsored, with \(field: .operationSource)).
            """,
        [
            InputField(
                .sponsoredID, "Account", .account, "The sponsored account: G..., a contact, or name*domain.")
        ], example: [(.sponsoredID, "G...")]
    ) { texts throws(Failure) in SponsorshipInput(of: try texts.value(.sponsoredID)) }

    package static let endSponsoring = OperationSpec(
        "end-sponsoring-future-reserves", title: "End sponsoring",
        "End a sponsorship begun by an earlier operation; the sponsored account is the source.",
        wholeExample: [(.network, "testnet"), (.appendTo, "request.json"), (.operationSource, "G...")]
    ) { _ in SponsorshipEndInput() }

    package static let revokeSponsorship = OperationSpec(
        "revoke-sponsorship", title: "Revoke sponsorship",
        "Stop paying the reserve of a ledger entry, or transfer it to another sponsor.",
        notes: """
            The entry: \(field: .accountID) alone is the account itself; with \(field: .asset) or \(field: .liquidityPoolID) its trustline, with
            \(field: .offerID) its offer, with \(field: .dataName) its data entry, with \(field: .signerKey) its signer; or \(field: .balanceID).
            """,
        [
            .optional(.accountID, "Account", .account, "The entry's account: G..., a contact, or name*domain."),
            .optional(.asset, "Trustline", .asset, "The trustline for this asset, CODE:ISSUER."),
            .optional(
                .liquidityPoolID, "Pool shares", .text, "The trustline for shares of this liquidity pool, L..."),
            .optional(.offerID, "Offer", .number, "The offer with this id."),
            .optional(.dataName, "Data entry", .text, "The data entry of this name."),
            .optional(.signerKey, "Signer", .text, "This signer: G..., T..., X... or P..."),
            .optional(.balanceID, "Claimable balance", .text, "A claimable balance, B..."),
        ], example: [(.accountID, "G..."), (.asset, "USDC:G...")]
    ) { texts throws(Failure) in
        let balance: ClaimableBalanceID? = try texts.optional(.balanceID)
        let kinds: [FieldID] = [.asset, .liquidityPoolID, .offerID, .dataName, .signerKey, .balanceID]
        guard kinds.count(where: { texts[$0] != nil }) <= 1 else { throw Failure(.usage, "give only one entry") }
        let owner: AccountReference? = try texts.optional(.accountID)
        switch (owner, balance) {
        case (nil, let balance?): return RevokeSponsorshipInput.claimableBalance(balance)
        case (_?, _?):
            throw Failure(.usage, "\(field: .balanceID) cannot be combined with \(field: .accountID)")
        case (nil, nil):
            throw Failure(.usage, "no entry is given: use \(field: .accountID) or \(field: .balanceID)")
        case (let owner?, nil): return RevokeSponsorshipInput.part(try part(texts), of: owner)
        }
    }

    private static func part(_ texts: FieldTexts) throws(Failure) -> RevokeSponsorshipInput.Part {
        if let signer: SignerReference = try texts.optional(.signerKey) { return .signer(signer) }
        if let asset: AssetReference = try texts.optional(.asset) { return .trustLine(asset) }
        if let pool: PoolReference = try texts.optional(.liquidityPoolID) { return .poolShares(pool.id) }
        if let offer: Int64 = try texts.optional(.offerID) { return .offer(offer) }
        return texts[.dataName].map { .data($0) } ?? .itself
    }
}
