// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar

/// One closed ledger.
package struct LedgerRecord: Hashable, Sendable {
    package let sequence: Int64
    package let closedAt: Timestamp
    /// The base fee in stroops per operation.
    package let baseFee: Int64
    /// The reserve for each ledger entry.
    package let baseReserve: Amount
    package let protocolVersion: Int

    package init(sequence: Int64, closedAt: Timestamp, baseFee: Int64, baseReserve: Amount, protocolVersion: Int) {
        self.sequence = sequence
        self.closedAt = closedAt
        self.baseFee = baseFee
        self.baseReserve = baseReserve
        self.protocolVersion = protocolVersion
    }

    package init(_ json: JSON) throws(JSONError) {
        sequence = try json.ledgerNumber("sequence")
        closedAt = try json.dateTime("closed_at")
        baseFee = Int64(try json.integer("base_fee_in_stroops", as: UInt32.self))
        baseReserve = Amount(stroops: Int64(try json.integer("base_reserve_in_stroops", as: UInt32.self)))
        protocolVersion = try json.integer("protocol_version")
    }
}

/// A Horizon server's root document, at `/`.
package struct HorizonRoot: Hashable, Sendable {
    package let network: Network
    package let protocolVersion: Int
    /// The last ledger in this Horizon's history, and its close time.
    package let latestLedger: Int64
    package let latestClosedAt: Timestamp?
    /// The first ledger in this Horizon's history; nil if it does not say.
    package let elderLedger: Int64?
    /// The last ledger of its Stellar Core; if this is far ahead of `latestLedger`, the history is stale.
    package let coreLatestLedger: Int64
    /// The link to friendbot, as written: a URI template, unverified.
    package let friendbotLink: String?

    package init(_ json: JSON) throws(JSONError) {
        network = Network(passphrase: try json.string("network_passphrase"))
        protocolVersion = try json.integer("current_protocol_version")
        latestLedger = try json.ledgerNumber("history_latest_ledger")
        latestClosedAt =
            json["history_latest_ledger_closed_at"] == nil
            ? nil : try json.dateTime("history_latest_ledger_closed_at")
        elderLedger = json["history_elder_ledger"] == nil ? nil : try json.ledgerNumber("history_elder_ledger")
        coreLatestLedger = try json.ledgerNumber("core_latest_ledger")
        friendbotLink = json["_links"]?["friendbot"]?["href"]?.asString
    }
}

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

    /// What the 95th percentile of recent transactions paid, in stroops per operation; at least the last ledger's base
    /// fee.
    package var market: Int64 { Swift.max(charged.percentiles[95] ?? 0, charged.mode, lastLedgerBaseFee) }
}
