// SPDX-License-Identifier: Apache-2.0

package import TextCodec

/// What the last ledgers' transactions offered and paid, in stroops for one operation.
package struct FeeStats: Hashable, Sendable {
    /// How the values of the last ledgers spread.
    package struct Spread: Hashable, Sendable {
        package let min: Int64
        package let mode: Int64
        package let max: Int64
        /// The value that so many percent do not exceed, for the percents in `FeeStats.percents`.
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
    /// The share of the last ledgers that was full, as Horizon writes it: `0.97`.
    package let capacityUsage: String
    /// What was paid.
    package let charged: Spread
    /// What was offered at most.
    package let offered: Spread

    package init(_ json: JSON) throws(JSONError) {
        lastLedger = try json.ledger("last_ledger")
        lastLedgerBaseFee = try json.decimalString("last_ledger_base_fee")
        capacityUsage = try json.string("ledger_capacity_usage")
        do throws(JSONError) { charged = try Spread(json.object("fee_charged")) } catch {
            throw error.inside("fee_charged")
        }
        do throws(JSONError) { offered = try Spread(json.object("max_fee")) } catch { throw error.inside("max_fee") }
    }
}
