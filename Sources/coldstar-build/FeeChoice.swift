// SPDX-License-Identifier: Apache-2.0

import Horizon
import Stellar

/// The fee that `--fee auto` offers.
enum FeeChoice {
    /// Never more than this by itself, in stroops for an operation: 0.1 XLM, from where on the signer warns.
    static let ceiling: Int64 = 1_000_000

    /// What 95 of 100 recent transactions did not have to exceed: enough for the next ledgers, and only what the market asks is
    /// charged. Stroops for one operation.
    static func perOperation(_ stats: FeeStats) -> UInt32 {
        let market = max(stats.charged.percentiles[95] ?? 0, stats.charged.mode, stats.lastLedgerBaseFee)
        return UInt32(min(max(market, Int64(TransactionDraft.minimumFee)), ceiling))
    }
}
