// SPDX-License-Identifier: Apache-2.0

import CurlHTTP
package import Stellar
package import StellarXDR
package import TextCodec
import XDR

extension RPCEndpoint<RPCHealth> {
    package static var health: Self { Self("getHealth", read: RPCHealth.init) }
}

extension RPCEndpoint<RPCNetwork> {
    package static var network: Self { Self("getNetwork", read: RPCNetwork.init) }
}

extension RPCEndpoint<RPCVersion> {
    package static var version: Self { Self("getVersionInfo", read: RPCVersion.init) }
}

extension RPCEndpoint<RPCLatestLedger> {
    /// Its metadata has every transaction of the ledger.
    package static var latestLedger: Self {
        Self(
            "getLatestLedger", limit: RPCClient.contentLimit, ledger: \.sequence, read: RPCLatestLedger.init)
    }
}

extension RPCEndpoint<RPCFeeStats> {
    package static var feeStats: Self { Self("getFeeStats", read: RPCFeeStats.init) }
}

extension RPCEndpoint<LedgerEntries> {
    /// - Parameter keys: 1 to 200, each once.
    package static func ledgerEntries(_ keys: [LedgerKey]) -> Self {
        let asked = Set(keys)
        return Self(
            "getLedgerEntries", [("keys", .array(keys.map { .string(Base64.encode($0.xdr)) }))],
            limit: RPCClient.contentLimit, ledger: \.latestLedger
        ) { json throws(JSONError) in try LedgerEntries(json, asked: asked) }
    }
}

extension RPCEndpoint<Simulation> {
    package static func simulate(_ request: SimulationRequest) -> Self {
        let operation = request.envelope.innermost.operations.first
        let isCall = operation.map { if case .invokeHostFunction = $0.body { true } else { false } } ?? false
        return simulation(isCall: isCall, request.params)
    }

    /// - Parameter isCall: whether the operation calls a host function.
    package static func simulation(isCall: Bool, _ params: [(String, JSON)] = []) -> Self {
        Self("simulateTransaction", params, limit: RPCClient.contentLimit, ledger: \.latestLedger) {
            json throws(JSONError) in
            try Simulation(json, isCall: isCall)
        }
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
