// SPDX-License-Identifier: Apache-2.0

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
        return report().currencies.contains { $0.issuer == issuer && $0.isNamed(asset.code) }
    }
}

extension StellarToml {
    /// Whether the domain lists the account as its own, or as an issuer of its currencies.
    package func names(_ account: AccountID) -> Bool {
        let report = report()
        let accounts = report.accounts + report.currencies.compactMap(\.issuer)
        return accounts.contains(account.address) || report.signingKey == account.address
    }
}
