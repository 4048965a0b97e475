// SPDX-License-Identifier: Apache-2.0

import Codec

/// The inclusion fees of the last ledgers, in stroops per operation, from `getFeeStats`.
package struct RPCFeeStats: Hashable, Sendable {
    /// The distribution of the inclusion fees of one kind of transaction.
    package struct Spread: Hashable, Sendable {
        package let min: Int64
        package let mode: Int64
        package let max: Int64
        /// The percentiles, keyed by the numbers in `RPCFeeStats.percents`.
        package let percentiles: [Int: Int64]
        package let transactionCount: Int64
        /// The number of ledgers that were looked at.
        package let ledgerCount: UInt32

        init(_ json: JSON) throws(JSONError) {
            min = try json.stroops("min")
            mode = try json.stroops("mode")
            max = try json.stroops("max")
            var percentiles: [Int: Int64] = [:]
            for percent in RPCFeeStats.percents { percentiles[percent] = try json.stroops("p\(percent)") }
            self.percentiles = percentiles
            transactionCount = try json.stroops("transactionCount")
            ledgerCount = try json.integer("ledgerCount")
        }
    }

    package static let percents = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]

    /// Fees of contract calls, in the last 50 ledgers.
    package let contracts: Spread
    /// Fees of all other transactions, in the last 10 ledgers.
    package let classic: Spread
    package let latestLedger: UInt32

    init(_ json: JSON) throws(JSONError) {
        contracts = try Self.spread("sorobanInclusionFee", json)
        classic = try Self.spread("inclusionFee", json)
        latestLedger = try json.ledger("latestLedger")
    }

    private static func spread(_ key: String, _ json: JSON) throws(JSONError) -> Spread {
        do throws(JSONError) { return try Spread(json.object(key)) } catch {
            throw error == .wrongType(field: key, expected: "an object") || error == .missing(field: key)
                ? error : error.inside(key)
        }
    }

    /// As with Horizon's statistics, by the inclusion fees of contract calls.
    var market: Int64 { Swift.max(contracts.percentiles[95] ?? 0, contracts.mode) }
}
