// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
package import StellarXDR

/// The services that an anchor may offer, each with its stellar.toml field.
package enum AnchorService: String, CaseIterable, Sendable {
    case login = "sep10"
    case deposits = "sep6"
    case interactive = "sep24"
    case customers = "sep12"
    case quotes = "sep38"
    case directPayments = "sep31"
    case names = "sep2"

    package var field: String {
        switch self {
        case .login: "WEB_AUTH_ENDPOINT"
        case .deposits: "TRANSFER_SERVER"
        case .interactive: "TRANSFER_SERVER_SEP0024"
        case .customers: "KYC_SERVER"
        case .quotes: "ANCHOR_QUOTE_SERVER"
        case .directPayments: "DIRECT_PAYMENT_SERVER"
        case .names: "FEDERATION_SERVER"
        }
    }
}

extension StellarToml {
    /// Whether the domain names the asset among its currencies.
    package func lists(_ asset: Asset) -> Bool {
        guard let issuer = asset.issuer?.address else { return false }
        return (report().document["currencies"]?.asArray ?? []).contains { currency in
            guard currency["issuer"]?.asString == issuer else { return false }
            if let code = currency["code"]?.asString { return code == asset.code }
            guard let template = currency["code_template"]?.asString, template.count == asset.code.count else {
                return false
            }
            return zip(template, asset.code).allSatisfy { $0 == "?" || $0 == $1 }
        }
    }
}

extension StellarToml {
    /// Whether the domain lists the account as its own, or as an issuer of its currencies.
    package func names(_ account: AccountID) -> Bool {
        let document = report().document
        let accounts = document["general"]?["ACCOUNTS"]?.asArray ?? []
        let issuers = (document["currencies"]?.asArray ?? []).compactMap { $0["issuer"] }
        let key = document["general"]?["SIGNING_KEY"].map { [$0] } ?? []
        return (accounts + issuers + key).contains(.string(account.address))
    }
}
