// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// What follows from an account's entries.
extension AccountRecord {
    /// What it holds of one asset; nil without a trustline.
    package func balance(of asset: Asset) -> AccountBalance? {
        balances.first { $0.asset == asset }
    }

    /// What must stay: (2 + subentries + sponsoring − sponsored) × base reserve; nil beyond what an amount can be.
    ///
    /// - Parameter newEntries: entries that are about to be added.
    /// - Source: stellar-core getMinBalance.
    package func minimumBalance(baseReserve: Amount, newEntries: Int64 = 0) -> Amount? {
        let entries = 2 + subentryCount + sponsoring - sponsored + newEntries
        let (total, overflow) = entries.multipliedReportingOverflow(by: baseReserve.stroops)
        return overflow ? nil : Amount(stroops: total)
    }

    /// The lumens that may leave, fees included: balance less minimum less selling liabilities. Below zero, nothing may.
    package func availableNative(baseReserve: Amount, newEntries: Int64 = 0) -> Amount {
        guard let native = balance(of: .native),
            let minimum = minimumBalance(baseReserve: baseReserve, newEntries: newEntries),
            let rest = native.balance.subtracting(minimum)?.subtracting(native.sellingLiabilities)
        else { return .zero }
        return rest
    }

    /// Whether payments to it must carry a memo.
    ///
    /// - Source: SEP-29: the data entry must be exactly `1`.
    package var requiresMemo: Bool {
        data["config.memo_required"] == [UInt8(ascii: "1")]
    }
}
