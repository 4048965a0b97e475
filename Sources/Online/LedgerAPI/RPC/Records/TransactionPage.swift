// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

/// A page of `getTransactions`.
package struct TransactionPage: Hashable, Sendable {
    /// Each is read alone.
    package let transactions: [Readable<TransactionRecord>]
    package let latestLedger: UInt32
    package let oldestLedger: UInt32
    /// Where the next page begins.
    package let cursor: String

    init(_ json: JSON, on network: Network, limit: Int) throws(JSONError) {
        transactions = try json.elements("transactions") { json in
            Readable(json) { json throws(JSONError) in
                try TransactionRecord(json, asked: nil, on: network) { json throws(JSONError) in
                    try json.numericTime("createdAt")
                }
            }
        }
        latestLedger = try json.ledger("latestLedger")
        oldestLedger = try json.ledger("oldestLedger")
        cursor = try json.string("cursor")
        guard transactions.count <= limit else { throw .outOfRange(field: "transactions") }
    }
}
