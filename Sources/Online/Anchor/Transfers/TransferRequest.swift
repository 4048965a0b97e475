// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import TextCodec
import XDR

/// A deposit or withdrawal that is to be begun.
package struct TransferRequest: Sendable {
    package var kind: TransferKind
    /// Of the asset on the network; `native` for lumens.
    package var assetCode: String
    package var assetIssuer: AccountID?
    package var account: MuxedAccount
    package var amount: DecimalText?
    /// How the money comes or goes outside: `bank_account`, `SEPA`, `cash`; one of those in the anchor's info.
    package var method: String?
    /// The other side of an exchange, in the form of SEP-38: `iso4217:USD`.
    package var otherAsset: String?
    /// A firm quote that is to be used.
    package var quoteID: String?
    /// The memo of what the anchor sends to the account: of a deposit, or of a withdrawal that is given back.
    package var memo: Memo = .none
    package var countryCode: String?
    /// Whether a deposit may come as a claimable balance, where the account has no trustline.
    package var takesClaimableBalances = false
    /// Further fields that the anchor's info asks for.
    package var fields: [(name: String, value: String)] = []

    package init(_ kind: TransferKind, assetCode: String, assetIssuer: AccountID? = nil, account: MuxedAccount) {
        self.kind = kind
        self.assetCode = assetCode
        self.assetIssuer = assetIssuer
        self.account = account
    }

    /// The field of an exchange that names the asset on the network.
    var assetField: String { kind == .deposit ? "destination_asset" : "source_asset" }

    /// The asset on the network in the form of SEP-38; nil where its issuer is not known.
    var assetName: String? {
        assetCode == "native" ? "stellar:native" : assetIssuer.map { "stellar:\(assetCode):\($0.address)" }
    }

    /// What is sent, by the names of SEP-6.
    ///
    /// - Parameter asset: what an exchange calls the asset on the network.
    /// - Source: SEP-6 §Deposit, §Deposit exchange, §Withdraw, §Withdraw exchange.
    func query(asset: String) -> [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) { if let value { query.append((name, value)) } }
        if let otherAsset {
            add(assetField, asset)
            add(kind == .deposit ? "source_asset" : "destination_asset", otherAsset)
        } else {
            add("asset_code", assetCode)
        }
        add("account", account.address)
        add("amount", amount?.text)
        // The older name and the newer one of the same.
        add("type", method)
        add("funding_method", method)
        add("quote_id", quoteID)
        add("country_code", countryCode)
        let prefix = kind == .deposit ? "" : "refund_"
        add(prefix + "memo_type", memo == .none ? nil : memo.kind)
        add(prefix + "memo", memoText)
        if kind == .deposit, takesClaimableBalances { add("claimable_balance_supported", "true") }
        return query + fields
    }

    /// The same for the page of SEP-24.
    ///
    /// - Source: SEP-24 §Deposit, §Withdraw.
    var form: [(name: String, value: String)] {
        var form: [(name: String, value: String)] = [("asset_code", assetCode), ("account", account.address)]
        func add(_ name: String, _ value: String?) { if let value { form.append((name, value)) } }
        add("asset_issuer", assetIssuer?.address)
        add("amount", amount?.text)
        add(kind == .deposit ? "source_asset" : "destination_asset", otherAsset)
        add("quote_id", quoteID)
        let prefix = kind == .deposit ? "" : "refund_"
        add(prefix + "memo_type", memo == .none ? nil : memo.kind)
        add(prefix + "memo", memoText)
        if kind == .deposit { add("claimable_balance_supported", takesClaimableBalances ? "true" : "false") }
        return form + fields
    }

    /// Hashes are in base64 here.
    private var memoText: String? {
        if case .hash(let hash) = memo { return Base64.encode(hash.bytes) }
        return memo.value
    }
}
