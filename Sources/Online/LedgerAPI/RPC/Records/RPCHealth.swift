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
