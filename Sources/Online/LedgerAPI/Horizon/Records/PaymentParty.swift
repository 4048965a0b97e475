// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// A sender or a recipient: an account, a user of a shared account, a contract, or another holder of balances.
package struct PaymentParty: Hashable, Sendable {
    /// `G…`, `M…`, `C…`, `B…` or `L…`.
    package let address: String
    /// The account; nil for a holder that is none.
    package let account: AccountID?

    package init(_ account: MuxedAccount) { (address, self.account) = (account.address, account.account) }

    /// - Throws: the errors of addresses; a signer is no party.
    init(_ text: String) throws(StrKeyError) {
        address = text
        switch try StrKey(text) {
        case .publicKey, .muxed: account = try MuxedAccount(address: text).account
        case .contract, .claimableBalance, .liquidityPool: account = nil
        default: throw .wrongKind(wanted: "a holder of a balance")
        }
    }
}

/// What a contract call did to someone's balance of an asset.
///
/// - Source: Horizon, `asset_balance_changes` of `invoke_host_function`.
package struct BalanceChange: Hashable, Sendable {
    /// Nil for what the issuer created, unless the asset says who that is.
    package let from: PaymentParty?
    /// Nil for what was destroyed, unless the asset says who issues it.
    package let to: PaymentParty?
    package let asset: Asset
    package let amount: Amount

    init(_ json: JSON) throws(JSONError) {
        asset = try json.asset()
        amount = try json.amount("amount")
        let issuer = asset.issuer.map { PaymentParty(MuxedAccount($0)) }
        let (from, to) = (try json.party("from"), try json.party("to", id: "destination_muxed_id"))
        guard from != nil || to != nil else { throw .missing(field: "from") }
        (self.from, self.to) = (from ?? issuer, to ?? issuer)
    }
}

extension JSON {
    /// The party in a member, or in its muxed form if there is one of the same account; nil when it is absent or empty.
    ///
    /// - Parameter id: the member with the id of a muxed account, beside its `G…`.
    func party(_ key: String, id: String? = nil) throws(JSONError) -> PaymentParty? {
        guard let text = try optionalString(key), !text.isEmpty else { return nil }
        do throws(StrKeyError) {
            let party = try PaymentParty(text)
            if let muxed = self[key + "_muxed"]?.asString, let user = try? PaymentParty(muxed),
                user.account == party.account
            {
                return user
            }
            guard let account = party.account, let id, self[id] ?? .null != .null,
                let number: UInt64 = try? decimalString(id)
            else { return party }
            return PaymentParty(.muxedEd25519(MuxedAccountMed25519(id: number, ed25519: account.key)))
        } catch {
            throw .wrongType(field: key, expected: "an address")
        }
    }
}
