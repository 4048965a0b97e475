// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Horizon
package import Preflight
package import RPC
import Stellar

/// The fee that `--fee auto` chooses.
package enum FeeChoice {
    /// The maximum of an automatic fee, in stroops per operation: 0.1 XLM, from which on the signer warns.
    package static let ceiling: Int64 = 1_000_000

    /// The 95th percentile of recent fees, in stroops per operation: enough for the next ledgers, and the network
    /// charges only the market price.
    package static func perOperation(_ stats: FeeStats) -> UInt32 {
        let market = max(stats.charged.percentiles[95] ?? 0, stats.charged.mode, stats.lastLedgerBaseFee)
        return clamped(market)
    }

    /// As with Horizon's statistics, by the inclusion fees of contract calls.
    package static func perOperation(_ stats: RPCFeeStats) -> UInt32 {
        clamped(max(stats.contracts.percentiles[95] ?? 0, stats.contracts.mode))
    }

    private static func clamped(_ market: Int64) -> UInt32 {
        UInt32(min(max(market, Int64(TransactionDraft.minimumFee)), ceiling))
    }

    /// The fee by the ledger's statistics; without a ledger, the network's minimum.
    package static func automatic(_ view: NetworkLedger?) throws(Failure) -> UInt32 {
        guard let view else { return TransactionDraft.minimumFee }
        switch view.source {
        case .horizon(let view):
            do { return perOperation(try view.client.feeStats()) } catch { throw Failure(error) }
        case .rpc(let ledger):
            do { return perOperation(try ledger.client.feeStats()) } catch { throw Failure(error) }
        }
    }
}
