// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR

/// Sending and finding transactions, and events.
extension RPCClient {
    /// Passes a transaction to the network. Only `getTransaction` says what became of it.
    package func send(_ envelope: TransactionEnvelope) throws(RPCError) -> SendResult {
        try ask(.send(envelope, hash: envelope.hash(on: network)))
    }

    /// The transaction with all that it did.
    ///
    /// - Parameter hash: for a fee bump, the outer or the inner hash.
    package func transaction(_ hash: TransactionHash) throws(RPCError) -> TransactionLookup<TransactionRecord> {
        try ask(.transaction(hash, on: network))
    }

    /// The transaction as the server has it.
    ///
    /// - Parameter hash: for a fee bump, the outer or the inner hash.
    package func rawTransaction(_ hash: TransactionHash) throws(RPCError) -> TransactionLookup<RawTransaction> {
        try ask(.rawTransaction(hash))
    }

    /// Whether the transaction was applied, and its result; nothing that a later protocol may write differently.
    package func outcome(of hash: TransactionHash) throws(RPCError) -> TransactionLookup<AppliedTransaction> {
        try ask(.outcome(of: hash, on: network))
    }

    /// The first transactions of a ledger, without what they did.
    package func appliedTransactions(in ledger: UInt32) throws(RPCError) -> AppliedTransactions {
        try ask(.appliedTransactions(in: ledger, cursor: nil, on: network))
    }

    /// A page of transactions from a ledger on, in order.
    ///
    /// - Parameter limit: 1 to 200.
    package func transactions(from ledger: UInt32, limit: Int) throws(RPCError) -> TransactionPage {
        try ask(.transactions([("startLedger", .integer(ledger))], limit: limit, cursor: nil, on: network))
    }

    /// The page of transactions after a cursor.
    package func transactions(after cursor: String, limit: Int) throws(RPCError) -> TransactionPage {
        try ask(.transactions([], limit: limit, cursor: cursor, on: network))
    }

    /// A page of events from a ledger on, in order.
    ///
    /// - Parameters:
    ///   - end: the first ledger that does not count; nil for none.
    ///   - filters: at most five; an event that passes any of them counts.
    ///   - limit: 1 to 10,000.
    package func events(
        from start: UInt32, to end: UInt32? = nil, filters: [EventFilter] = [], limit: Int = 100
    ) throws(RPCError) -> EventPage {
        var range: [(String, JSON)] = [("startLedger", .integer(start))]
        if let end { range.append(("endLedger", .integer(end))) }
        return try ask(.events(range, filters: filters, limit: limit, cursor: nil))
    }

    /// The page of events after a cursor.
    package func events(
        after cursor: String, filters: [EventFilter] = [], limit: Int = 100
    ) throws(RPCError) -> EventPage {
        try ask(.events([], filters: filters, limit: limit, cursor: cursor))
    }
}

/// The transactions of a network in order, each once, page by page; also past the end, where it continues once there
/// are more.
///
/// It does not rely on the cursor of an empty page: at the latest ledger, a server may give one that lies before
/// transactions that it has given, or one that it does not take.
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
    /// - Throws: the errors of `RPCClient.transactions`; `.refused` where the server no longer has the ledger to
    ///   continue with, or does not have it yet.
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

extension RPCEndpoint<SendResult> {
    /// - Parameter hash: the envelope's hash on the network.
    package static func send(_ envelope: TransactionEnvelope, hash: TransactionHash) -> Self {
        send(base64: Base64.encode(envelope.xdr), hash: hash)
    }

    /// - Parameter base64: the envelope.
    package static func send(base64: String, hash: TransactionHash) -> Self {
        Self("sendTransaction", [("transaction", .string(base64))]) { json throws(JSONError) in
            try SendResult(json, sent: hash)
        }
    }
}

extension RPCEndpoint<TransactionLookup<TransactionRecord>> {
    package static func transaction(_ hash: TransactionHash, on network: Network) -> Self {
        Self(
            "getTransaction", [("hash", .string(hash.hex))], limit: RPCClient.contentLimit
        ) { json throws(JSONError) in
            try TransactionLookup(json, asked: hash) { json throws(JSONError) in
                try TransactionRecord(json, asked: hash, on: network) { json throws(JSONError) in
                    try json.time("createdAt")
                }
            }
        }
    }
}

extension RPCEndpoint<TransactionLookup<RawTransaction>> {
    package static func rawTransaction(_ hash: TransactionHash) -> Self {
        Self(
            "getTransaction", [("hash", .string(hash.hex))], limit: RPCClient.contentLimit
        ) { json throws(JSONError) in try TransactionLookup(json, asked: hash, RawTransaction.init) }
    }
}

extension RPCEndpoint<TransactionLookup<AppliedTransaction>> {
    package static func outcome(of hash: TransactionHash, on network: Network) -> Self {
        Self(
            "getTransaction", [("hash", .string(hash.hex))], limit: RPCClient.contentLimit
        ) { json throws(JSONError) in
            try TransactionLookup(json, asked: hash) { json throws(JSONError) in
                try AppliedTransaction(json, asked: hash, on: network)
            }
        }
    }
}

extension RPCEndpoint<TransactionPage> {
    package static func transactions(
        _ range: [(String, JSON)], limit: Int, cursor: String?, on network: Network
    ) -> Self {
        Self(
            "getTransactions", range + [("pagination", pagination(limit, cursor))], limit: RPCClient.contentLimit
        ) { json throws(JSONError) in try TransactionPage(json, on: network, limit: limit) }
    }
}

extension RPCEndpoint<AppliedTransactions> {
    /// A page of the transactions of one ledger.
    ///
    /// - Parameter cursor: where it begins; nil for the ledger's first transaction.
    package static func appliedTransactions(in ledger: UInt32, cursor: String?, on network: Network) -> Self {
        let range: [(String, JSON)] = cursor == nil ? [("startLedger", .integer(ledger))] : []
        return Self(
            "getTransactions", range + [("pagination", pagination(AppliedTransactions.most, cursor))],
            limit: RPCClient.contentLimit
        ) { json throws(JSONError) in try AppliedTransactions(json, of: ledger, on: network) }
    }
}

extension RPCEndpoint<EventPage> {
    package static func events(
        _ range: [(String, JSON)], filters: [EventFilter], limit: Int, cursor: String?
    ) -> Self {
        var params = range
        if !filters.isEmpty { params.append(("filters", .array(filters.map(\.json)))) }
        params.append(("pagination", pagination(limit, cursor)))
        return Self("getEvents", params, limit: RPCClient.contentLimit) { json throws(JSONError) in
            try EventPage(json, limit: limit)
        }
    }
}

/// The parameter `pagination` of both lists.
private func pagination(_ limit: Int, _ cursor: String?) -> JSON {
    var members: [(String, JSON)] = [("limit", .integer(limit))]
    if let cursor { members.append(("cursor", .string(cursor))) }
    return .object(JSONObject(members))
}
