// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar

/// The transactions of one ledger on a page of `getTransactions`. They are everybody's: one that cannot be read is left out.
package struct AppliedTransactions: Hashable, Sendable {
    /// The most transactions on a page.
    static let most = 200

    package let transactions: [AppliedTransaction]
    /// Where the ledger goes on; nil when the page has its last transaction.
    package let next: String?

    init(_ json: JSON, of ledger: UInt32, on network: Network) throws(JSONError) {
        var isOver = false
        var found: [AppliedTransaction] = []
        let records = try json.array("transactions")
        for record in records {
            guard (try? record.ledger("ledger")) == ledger else {
                isOver = true
                continue
            }
            if let read = try? AppliedTransaction(record, asked: nil, on: network) { found.append(read) }
        }
        guard records.count <= Self.most else { throw .outOfRange(field: "transactions") }
        transactions = found
        next = isOver || records.count < Self.most ? nil : try json.string("cursor")
    }
}
