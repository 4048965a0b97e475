// SPDX-License-Identifier: Apache-2.0

package import AnchorAPI
package import Codec
import Handoff
import LedgerAPI
package import Stellar
package import StellarXDR
package import Workspace

/// Accounts, assets and signers as users name them.
extension TransactionBuilder {
    package mutating func account(_ reference: AccountReference, _ field: FieldID) throws(Failure) -> MuxedAccount {
        let found = try finder.find(reference, field)
        names.add(found)
        return found.account
    }

    /// An account as `account(_:_:)` finds it, where an `M…` address is not allowed.
    package mutating func accountID(_ reference: AccountReference, _ field: FieldID) throws(Failure) -> AccountID {
        let account = try account(reference, field)
        guard account.id == nil else {
            throw Failure(
                .badInput, field, "an M... address cannot stand here",
                hint: "the account behind it is \(account.account.address)")
        }
        return account.account
    }

    /// The destination account; sets the memo that it requires.
    package mutating func destination(_ reference: AccountReference, _ field: FieldID) throws(Failure) -> MuxedAccount {
        let found = try finder.find(reference, field)
        names.add(found)
        memo = try found.memo(beside: memo, isFixed: isAppending, field)
        return found.account
    }

    /// The destination of a payment link; sets the memo that the link requires.
    package mutating func destination(of link: SEP7Pay) throws(Failure) -> MuxedAccount {
        switch link.destination {
        case .federated(let name):
            let account = try destination(try FieldID.link.value(of: name), .link)
            memo = try FoundAccount(account, name, .federation, memo: link.memo)
                .memo(beside: memo, isFixed: isAppending, .link)
            return account
        case .account(let account):
            memo = try FoundAccount(account, account.address, .address, memo: link.memo)
                .memo(beside: memo, isFixed: isAppending, .link)
            return account
        }
    }

    /// The account to which an anchor expects a withdrawal to be paid; sets the memo by which the anchor identifies the
    /// payment.
    package mutating func destination(of payment: WithdrawalPayment, through domain: HomeDomain, id: String)
        throws(Failure)
        -> MuxedAccount
    {
        memo = try FoundAccount(payment.destination, domain.text, .federation, memo: payment.memo)
            .memo(beside: memo, isFixed: isAppending, .transferID)
        hints["withdrawal"] = HintedWithdrawal(homeDomain: domain.text, id: id).hint
        return payment.destination
    }

    /// An asset; a code alone is looked up among the assets that the operation's source account holds and the known
    /// assets.
    ///
    /// - Parameter account: the account whose assets a code alone refers to; nil for the operation's source account.
    package mutating func asset(
        _ reference: AssetReference, _ field: FieldID, heldBy account: AccountID? = nil
    ) throws(Failure) -> Asset {
        var holder: AccountRecord?
        // Fetch the account only where the finder needs it.
        if reference.needsHolder, var view = try ledger() {
            holder = try view.account(account ?? actor)
            self.view = view
        }
        let found = try assets.find(reference, field, holder: holder)
        notices += assets.takeNotices()
        return found
    }

    /// An asset issued by the operation's source account, for operations that only an issuer can do; a code alone is
    /// enough.
    package mutating func ownAsset(_ reference: AssetReference, _ field: FieldID) throws(Failure) -> Asset {
        if case .code(let code) = reference {
            do { return try Asset(code: code, issuer: actor) } catch {
                throw Failure(.badInput, field, "\(error.message)")
            }
        }
        let asset = try asset(reference, field)
        guard asset.issuer == actor else {
            throw Failure(.badInput, field, "only the asset's issuer can do this, and \(actor.address) is not it")
        }
        return asset
    }

    package mutating func signer(_ reference: SignerReference, _ field: FieldID) throws(Failure) -> SignerKey {
        switch reference {
        case .key(let key): return key
        case .account(let account): return .ed25519(try accountID(account, field).key)
        }
    }

    /// The signer key of a transaction that is to be authorized in advance.
    mutating func preauthorization(_ source: TransactionInput, _ field: FieldID) throws(Failure) -> SignerKey {
        let found = try source.toSign()
        switch found.form {
        case .envelope: break
        case .request(let request):
            guard request.network == network else {
                throw Failure(
                    .badInput, field, "the transaction is for another network, \(request.network.label)")
            }
        case .device, .link: throw source.noTransaction
        }
        if !preauthorized.contains(found.envelope) { preauthorized.append(found.envelope) }
        return .preAuthTx(found.envelope.hash(on: network).hash)
    }

    /// Adds a pool's assets to the hints, so that the signer can name them.
    package mutating func add(_ pool: LiquidityPoolParameters) {
        let assets =
            switch pool {
            case .liquidityPoolConstantProduct(let found): found
            }
        let made: JSON = ["asset_a": .string(assets.assetA.text), "asset_b": .string(assets.assetB.text)]
        let known = hints["pools"]?.asArray ?? []
        if !known.contains(made) { hints["pools"] = .array(known + [made]) }
    }
}
