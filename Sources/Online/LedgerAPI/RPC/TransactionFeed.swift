// SPDX-License-Identifier: Apache-2.0

import Stellar

/// The transactions of a network in order, each once, page by page; also past the end, where it continues once there are more.
///
/// It does not rely on the cursor of an empty page: at the latest ledger, a server may give one that lies before transactions that it has
/// given, or one that it does not take.
///
/// - Source: stellar-rpc issue 745.
package struct TransactionFeed: Sendable {
    private enum Position: Sendable {
        case ledger(UInt32)
        case cursor(String)
    }

    private var position: Position
    /// The place of the last transaction: its ledger, and its number there.
    private var last: (ledger: UInt32, order: UInt32)?
    private let limit: Int

    /// - Parameters:
    ///   - ledger: the first ledger.
    ///   - limit: the most transactions in a page, 1 to 200.
    package init(from ledger: UInt32, limit: Int = 200) {
        position = .ledger(ledger)
        self.limit = limit
    }

    /// The next transactions; none at the end.
    ///
    /// - Throws: the errors of `RPCClient.transactions`; `.refused` where the server no longer has the ledger to continue with, or does not
    ///   have it yet.
    package mutating func next(from client: RPCClient) throws(RPCError) -> [Readable<TransactionRecord>] {
        let page: TransactionPage
        switch position {
        case .ledger(let ledger): page = try client.transactions(from: ledger, limit: limit)
        case .cursor(let cursor): page = try client.transactions(after: cursor, limit: limit)
        }
        guard !page.transactions.isEmpty else { return [] }
        position = .cursor(page.cursor)
        let found = page.transactions.filter { isNew($0.value) }
        for record in found.read() { last = (record.ledger, record.applicationOrder) }
        return found
    }

    /// One that cannot be read may be new.
    private func isNew(_ record: TransactionRecord?) -> Bool {
        guard let record, let last else { return true }
        return (record.ledger, record.applicationOrder) > last
    }
}
