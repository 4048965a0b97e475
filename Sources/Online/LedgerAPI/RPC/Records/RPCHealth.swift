// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar

/// The ledgers that a server has, from `getHealth`. A server that is not healthy answers with an error.
package struct RPCHealth: Hashable, Sendable {
    package let latestLedger: UInt32
    /// Nothing is known of transactions and events before it.
    package let oldestLedger: UInt32
    /// The number of ledgers that the server keeps.
    package let retentionWindow: UInt32
    /// The close times of both ledgers; nil from servers older than stellar-rpc 27.1.
    package let latestCloseTime: Timestamp?
    package let oldestCloseTime: Timestamp?

    init(_ json: JSON) throws(JSONError) {
        guard try json.string("status") == "healthy" else {
            throw .wrongType(field: "status", expected: "\"healthy\"")
        }
        latestLedger = try json.ledger("latestLedger")
        oldestLedger = try json.ledger("oldestLedger")
        retentionWindow = try json.integer("ledgerRetentionWindow")
        latestCloseTime = try json.optionalTime("latestLedgerCloseTime")
        oldestCloseTime = try json.optionalTime("oldestLedgerCloseTime")
        guard oldestLedger <= latestLedger else { throw .outOfRange(field: "oldestLedger") }
    }
}

/// The network that a server belongs to, from `getNetwork`.
package struct RPCNetwork: Hashable, Sendable {
    package let network: Network
    package let protocolVersion: UInt32
    /// Friendbot's URL as written: unverified.
    package let friendbotURL: String?

    init(_ json: JSON) throws(JSONError) {
        network = Network(passphrase: try json.string("passphrase"))
        protocolVersion = try json.integer("protocolVersion")
        friendbotURL = try json.optionalString("friendbotUrl")
    }
}

/// What a server says it runs, from `getVersionInfo`, as written: unverified.
package struct RPCVersion: Hashable, Sendable {
    package let version: String
    package let commit: String
    package let builtAt: String
    package let core: String
    package let protocolVersion: UInt32

    init(_ json: JSON) throws(JSONError) {
        version = try json.string("version")
        commit = try json.string("commitHash")
        builtAt = try json.string("buildTimestamp")
        core = try json.string("captiveCoreVersion")
        protocolVersion = try json.integer("protocolVersion")
    }
}

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

        /// What is enough for the next ledgers, as with Horizon's statistics.
        package var market: Int64 { Swift.max(percentiles[95] ?? 0, mode) }
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
}
