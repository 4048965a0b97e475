// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Horizon
package import Preflight
import Stellar

/// The fee that `--fee auto` chooses.
package enum FeeChoice {
    /// The maximum of an automatic fee, in stroops per operation: 0.1 XLM, from which on the signer warns.
    package static let ceiling: Int64 = 1_000_000

    /// The 95th percentile of recent fees, in stroops per operation: enough for the next ledgers, and the network
    /// charges only the market price.
    package static func perOperation(_ stats: FeeStats) -> UInt32 {
        let market = max(stats.charged.percentiles[95] ?? 0, stats.charged.mode, stats.lastLedgerBaseFee)
        return UInt32(min(max(market, Int64(TransactionDraft.minimumFee)), ceiling))
    }

    /// The fee by the ledger's statistics; without a ledger, the network's minimum.
    package static func automatic(_ view: LedgerView?) throws(Failure) -> UInt32 {
        guard let view else { return TransactionDraft.minimumFee }
        do { return perOperation(try view.client.feeStats()) } catch { throw Failure(error) }
    }
}
