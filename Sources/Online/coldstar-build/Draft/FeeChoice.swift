// SPDX-License-Identifier: Apache-2.0

import CLISupport
import Horizon
import OnlineSupport
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

    /// The same from the ledger; without one the least that the network takes.
    static func automatic(_ view: LedgerView?) throws(Failure) -> UInt32 {
        guard let view else { return TransactionDraft.minimumFee }
        do { return perOperation(try view.client.feeStats()) } catch { throw Failure(error) }
    }
}
