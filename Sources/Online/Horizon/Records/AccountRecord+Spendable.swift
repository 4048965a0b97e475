// SPDX-License-Identifier: Apache-2.0

package import Stellar
import StellarXDR

/// The spendable part of an account's balances.
extension AccountRecord {
    /// The minimum native balance: one base reserve for each entry that counts.
    ///
    /// - Parameter base: the network's base reserve.
    package func reserve(base: Amount) -> Amount {
        let product = Int128(max(0, reserveEntries)) * Int128(base.stroops)
        return Amount(stroops: Int64(clamping: product))
    }

    /// The spendable amount: the balance less selling liabilities and, for XLM, less the reserve; zero when that is
    /// negative or the issuer has not authorized the account.
    package func spendable(_ balance: AccountBalance, baseReserve: Amount) -> Amount {
        guard balance.isAuthorized else { return .zero }
        var left = Int128(balance.balance.stroops) - Int128(balance.sellingLiabilities.stroops)
        if balance.asset == .native { left -= Int128(reserve(base: baseReserve).stroops) }
        return Amount(stroops: Int64(clamping: max(0, left)))
    }
}
