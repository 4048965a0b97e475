// SPDX-License-Identifier: Apache-2.0

import Codec
package import Stellar

/// The answer to `getTransaction`: the transaction, or the ledgers in which the server does not find it.
package struct TransactionLookup<Record: Hashable & Sendable>: Hashable, Sendable {
    /// Nil when the server does not find it. That proves nothing about ledgers before `oldestLedger`.
    package let found: Record?
    package let latestLedger: UInt32
    package let latestCloseTime: Timestamp
    package let oldestLedger: UInt32
    package let oldestCloseTime: Timestamp

    /// - Parameters:
    ///   - hash: the hash that was asked for.
    ///   - read: reads the transaction.
    init(
        _ json: JSON, asked hash: TransactionHash, _ read: (JSON) throws(JSONError) -> Record
    ) throws(JSONError) {
        latestLedger = try json.ledger("latestLedger")
        latestCloseTime = try json.time("latestLedgerCloseTime")
        oldestLedger = try json.ledger("oldestLedger")
        oldestCloseTime = try json.time("oldestLedgerCloseTime")
        guard oldestLedger <= latestLedger else { throw .outOfRange(field: "oldestLedger") }
        switch try json.string("status") {
        case "NOT_FOUND":
            found = nil
            if json.isPresent("txHash"), try json.hash("txHash") != hash {
                throw .wrongType(field: "txHash", expected: "the hash that was asked for")
            }
        case "SUCCESS", "FAILED":
            found = try read(json)
            guard try json.ledger("ledger") <= latestLedger else { throw .outOfRange(field: "ledger") }
        case let other: throw .unknown("status", other)
        }
    }
}
