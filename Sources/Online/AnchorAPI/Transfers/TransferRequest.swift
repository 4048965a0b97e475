// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar
package import StellarXDR

/// A request for a deposit or withdrawal.
package struct TransferRequest: Sendable {
    package var kind: TransferKind
    /// The code of the asset on the network; `native` for lumens.
    package var assetCode: String
    package var assetIssuer: AccountID?
    package var account: MuxedAccount
    package var amount: DecimalText?
    /// The funding method: `bank_account`, `SEPA`, `cash`; one of those in the anchor's info.
    package var method: String?
    /// The off-chain asset of an exchange, in the form of SEP-38: `iso4217:USD`.
    package var otherAsset: String?
    /// The id of a firm quote to use.
    package var quoteID: String?
    /// The memo of the anchor's payment to the account: a deposit, or the refund of a withdrawal.
    package var memo: Memo = .none
    package var countryCode: String?
    /// Whether a deposit may arrive as a claimable balance when the account has no trustline.
    package var takesClaimableBalances = false
    /// Additional fields that the anchor's info requires.
    package var fields: [(name: String, value: String)] = []

    package init(_ kind: TransferKind, assetCode: String, assetIssuer: AccountID? = nil, account: MuxedAccount) {
        self.kind = kind
        self.assetCode = assetCode
        self.assetIssuer = assetIssuer
        self.account = account
    }

    /// The request field of an exchange that names the asset on the network.
    var assetField: String { kind == .deposit ? "destination_asset" : "source_asset" }

    /// The asset on the network in the form of SEP-38; nil when its issuer is not known.
    var assetName: String? {
        assetCode == "native" ? "stellar:native" : assetIssuer.map { "stellar:\(assetCode):\($0.address)" }
    }

    /// The query of a SEP-6 request.
    ///
    /// - Parameter asset: the value that names the asset on the network in an exchange.
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
        // The old and the new name of the same field.
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

    /// The form fields of a SEP-24 request.
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

    /// The memo's value; a hash is in base64.
    private var memoText: String? {
        if case .hash(let hash) = memo { return Base64.encode(hash.bytes) }
        return memo.value
    }
}
