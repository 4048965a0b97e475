// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR
import XDR

/// A ledger entry whose sponsorship ends; `accountId` alone is the account itself.
package struct RevokeSponsorshipInput: OperationInput {
    package var accountId: String?
    package var asset: String?
    package var liquidityPoolId: String?
    package var offerId: String?
    package var dataName: String?
    package var signerKey: String?
    package var balanceId: String?

    package init() {}

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let kinds = [asset, liquidityPoolId, offerId, dataName, signerKey, balanceId].count { $0 != nil }
        guard kinds <= 1 else { throw Failure(.usage, "give only one entry") }
        if let balanceId {
            guard accountId == nil else {
                throw Failure(.usage, "\(field: .balanceID) cannot be combined with \(field: .accountID)")
            }
            return .revokeSponsorship(
                .ledgerEntry(
                    .claimableBalance(
                        LedgerKeyClaimableBalance(balanceID: try Arguments.balance(balanceId, .balanceID)))))
        }
        guard let accountId else {
            throw Failure(.usage, "no entry is given: use \(field: .accountID) or \(field: .balanceID)")
        }
        let account = try draft.accountID(accountId, .accountID)
        if let signerKey {
            let key = try draft.signer(signerKey, .signerKey)
            return .revokeSponsorship(.signer(RevokeSponsorshipOpSigner(accountID: account, signerKey: key)))
        }
        return .revokeSponsorship(.ledgerEntry(try key(of: account, in: &draft)))
    }

    private func key(of account: AccountID, in draft: inout Draft) throws(Failure) -> LedgerKey {
        if let asset {
            return .trustline(LedgerKeyTrustLine(accountID: account, asset: try line(asset, of: account, in: &draft)))
        }
        if let liquidityPoolId {
            let pool = try Arguments.pool(liquidityPoolId, .liquidityPoolID)
            return .trustline(LedgerKeyTrustLine(accountID: account, asset: .poolShare(pool)))
        }
        if let offerId {
            let id = try Arguments.number(offerId, .offerID, as: Int64.self)
            guard id > 0 else { throw Failure(.badInput, .offerID, "must be above zero") }
            return .offer(LedgerKeyOffer(sellerID: account, offerID: id))
        }
        if let dataName {
            guard let name = String64(Array(dataName.utf8)) else {
                throw Failure(.badInput, .dataName, "a name has at most 64 bytes")
            }
            return .data(LedgerKeyData(accountID: account, dataName: name))
        }
        return .account(LedgerKeyAccount(accountID: account))
    }

    private func line(_ text: String, of account: AccountID, in draft: inout Draft) throws(Failure) -> TrustLineAsset {
        switch try draft.asset(text, .asset) {
        case .native: throw Failure(.badInput, .asset, "XLM has no trustline")
        case .creditAlphanum4(let credit): return .creditAlphanum4(credit)
        case .creditAlphanum12(let credit): return .creditAlphanum12(credit)
        }
    }
}
