// SPDX-License-Identifier: Apache-2.0

package import Horizon
package import Stellar
import StellarXDR
package import TextCodec

/// One balance of an account, with its spendable part.
package struct BalanceLine {
    private let account: AccountRecord
    private let balance: AccountBalance
    private let baseReserve: Amount

    package init(_ balance: AccountBalance, of account: AccountRecord, baseReserve: Amount) {
        self.account = account
        self.balance = balance
        self.baseReserve = baseReserve
    }

    private var spendable: Amount { account.spendable(balance, baseReserve: baseReserve) }
    private var isNative: Bool { balance.asset == .native }

    package var json: JSON {
        var members: [(String, JSON)] = [
            ("asset", .string(balance.name)), ("balance", .string(balance.balance.fixedText)),
            ("spendable", .string(spendable.fixedText)),
            ("selling_liabilities", .string(balance.sellingLiabilities.fixedText)),
            ("buying_liabilities", .string(balance.buyingLiabilities.fixedText)),
            ("authorized", .bool(balance.isAuthorized)),
        ]
        if isNative { members.append(("reserve", .string(account.reserve(base: baseReserve).fixedText))) }
        if let limit = balance.limit { members.append(("limit", .string(limit.fixedText))) }
        return .object(JSONObject(members))
    }

    /// The amount and asset, with notes in brackets.
    ///
    /// - Parameter issuer: the user's name for the asset's issuer.
    package func text(issuer: String?) -> String {
        var notes = ["spendable \(spendable.text)"]
        if isNative { notes.append("reserve \(account.reserve(base: baseReserve).text)") }
        if balance.sellingLiabilities > .zero { notes.append("selling liabilities \(balance.sellingLiabilities.text)") }
        if balance.buyingLiabilities > .zero { notes.append("buying liabilities \(balance.buyingLiabilities.text)") }
        if let limit = balance.limit, limit != .max { notes.append("limit \(limit.text)") }
        if !balance.isAuthorized { notes.append("not authorized") }
        let name = issuer.map { "\(balance.name) (issued by \($0))" } ?? balance.name
        return "\(balance.balance.text) \(name), \(notes.joined(separator: ", "))"
    }
}
