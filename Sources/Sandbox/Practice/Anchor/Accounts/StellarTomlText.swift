// SPDX-License-Identifier: Apache-2.0

import LedgerRules
import Stellar

/// The anchor's stellar.toml.
///
/// - Source: SEP-1.
struct StellarTomlText {
    let accounts: PracticeAccounts
    let site: AnchorSite

    var text: String {
        """
        VERSION = "2.7.0"
        NETWORK_PASSPHRASE = \(Self.quoted(accounts.network.passphrase))
        SIGNING_KEY = "\(accounts.login.id.address)"
        WEB_AUTH_ENDPOINT = "\(site.url)/auth"
        WEB_AUTH_FOR_CONTRACTS_ENDPOINT = "\(site.url)/sep45"
        WEB_AUTH_CONTRACT_ID = "\(StrKey.contract(PracticeContract.webAuth.id(on: accounts.network)).text)"
        TRANSFER_SERVER = "\(site.url)/sep6"
        TRANSFER_SERVER_SEP0024 = "\(site.url)/sep24"
        KYC_SERVER = "\(site.url)/sep12"
        ANCHOR_QUOTE_SERVER = "\(site.url)/sep38"
        HORIZON_URL = "\(site.url)"
        ACCOUNTS = ["\(accounts.issuer.id.address)", "\(accounts.distribution.id.address)"]

        [DOCUMENTATION]
        ORG_NAME = "Coldstar practice anchor"
        ORG_DESCRIPTION = "An anchor for practice, on a practice network. Nothing here is worth anything."

        [[CURRENCIES]]
        code = "\(PracticeAccounts.code)"
        issuer = "\(accounts.issuer.id.address)"
        status = "test"
        display_decimals = 7
        name = "Practice token"
        desc = "For trying deposits and withdrawals. Its issuer's key is public."
        is_unlimited = true
        is_asset_anchored = true
        anchor_asset_type = "other"
        anchor_asset = "practice money"
        redemption_instructions = "Withdraw through SEP-6 or SEP-24."

        [[CURRENCIES]]
        code = "native"
        status = "test"
        display_decimals = 7
        name = "Practice lumens"
        desc = "Deposits and withdrawals through SEP-24 only."

        """
    }

    /// A TOML basic string; the passphrase of a practice network may be any text.
    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": out += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
