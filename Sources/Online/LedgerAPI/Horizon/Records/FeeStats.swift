// SPDX-License-Identifier: Apache-2.0

package import Codec

/// The fees that the last ledgers' transactions offered and paid, in stroops per operation.
package struct FeeStats: Hashable, Sendable {
    /// The distribution of a value over the last ledgers.
    package struct Spread: Hashable, Sendable {
        package let min: Int64
        package let mode: Int64
        package let max: Int64
        /// The percentiles, keyed by the numbers in `FeeStats.percents`.
        package let percentiles: [Int: Int64]

        init(_ json: JSON) throws(JSONError) {
            min = try json.decimalString("min")
            mode = try json.decimalString("mode")
            max = try json.decimalString("max")
            var percentiles: [Int: Int64] = [:]
            for percent in FeeStats.percents { percentiles[percent] = try json.decimalString("p\(percent)") }
            self.percentiles = percentiles
        }
    }

    package static let percents = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]

    package let lastLedger: Int64
    package let lastLedgerBaseFee: Int64
    /// The capacity usage of the last ledgers, as Horizon writes it: `0.97`.
    package let capacityUsage: String
    /// The fees charged.
    package let charged: Spread
    /// The maximum fees offered.
    package let offered: Spread

    package init(_ json: JSON) throws(JSONError) {
        lastLedger = try json.ledgerNumber("last_ledger")
        lastLedgerBaseFee = try json.decimalString("last_ledger_base_fee")
        capacityUsage = try json.string("ledger_capacity_usage")
        do throws(JSONError) { charged = try Spread(json.object("fee_charged")) } catch {
            throw error.inside("fee_charged")
        }
        do throws(JSONError) { offered = try Spread(json.object("max_fee")) } catch { throw error.inside("max_fee") }
    }

    /// What the 95th percentile of recent transactions paid, in stroops per operation; at least the last ledger's base fee.
    package var market: Int64 { Swift.max(charged.percentiles[95] ?? 0, charged.mode, lastLedgerBaseFee) }
}
