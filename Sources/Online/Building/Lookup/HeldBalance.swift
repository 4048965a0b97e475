// SPDX-License-Identifier: Apache-2.0

package import Codec
package import LedgerAPI
import Stellar
import StellarXDR

/// A balance of an account, with the home domain of the asset's issuer, which is the issuer's own claim.
package struct HeldBalance: Sendable {
    package let balance: AccountBalance
    package let homeDomain: String?

    /// All balances of an account.
    package static func all(of record: AccountRecord, in view: inout LedgerView) throws(Failure) -> [HeldBalance] {
        var holdings: [HeldBalance] = []
        for balance in record.balances {
            let issuer = balance.asset?.issuer
            let domain = try issuer.flatMap { issuer throws(Failure) in try view.account(issuer)?.homeDomain }
            holdings.append(HeldBalance(balance: balance, homeDomain: domain))
        }
        return holdings
    }

    package var json: JSON {
        [
            "asset": .string(balance.name), "balance": .string(balance.balance.fixedText),
            "limit": balance.limit.map { .string($0.fixedText) } ?? .null,
            "authorized": .bool(balance.isAuthorized),
            "home_domain": homeDomain.map { .string($0) } ?? .null,
        ]
    }

    /// The columns of `cells`.
    static let header = ["asset", "balance", "limit", "home domain", "issuer"]

    var cells: [String] {
        let limit = balance.limit.map { $0 == .max ? "none" : $0.text } ?? ""
        return [
            balance.asset?.code ?? balance.name,
            balance.balance.text + (balance.isAuthorized ? "" : " (not authorized)"),
            limit, homeDomain.map { TerminalText.escape($0) } ?? "", balance.asset?.issuer?.address ?? "",
        ]
    }
}
