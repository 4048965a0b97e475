// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
package import Stellar
package import StellarXDR

/// A call of a Stellar RPC method and the parser of its response, independent of the transport.
///
/// - Source: JSON-RPC 2.0; stellar-rpc, which takes parameters by name only.
package struct RPCEndpoint<Value> {
    package let method: String
    private let params: JSONObject
    private let limit: Int
    private let timeouts: HTTPTimeouts?
    private let read: (JSON) throws(JSONError) -> Value
    /// The ledger that a value is of; nil where it says nothing about the state of the ledger.
    let ledger: (Value) -> UInt32?

    /// - Parameters:
    ///   - params: the parameters by name; empty for none.
    ///   - limit: the longest response accepted, in bytes.
    ///   - timeouts: the method's own; nil for the client's.
    ///   - ledger: the ledger whose state a value shows.
    init(
        _ method: String, _ params: [(String, JSON)] = [], limit: Int = RPCClient.resourceLimit,
        timeouts: HTTPTimeouts? = nil, ledger: @escaping (Value) -> UInt32? = { _ in nil },
        read: @escaping (JSON) throws(JSONError) -> Value
    ) {
        self.method = method
        self.params = JSONObject(params)
        self.limit = limit
        self.timeouts = timeouts
        self.ledger = ledger
        self.read = read
    }

    /// The HTTP request to the server at `base`. It may be repeated on a new connection: no method does more when it is
    /// called twice, and the same bytes submitted twice are one transaction.
    ///
    /// - Parameter id: the request's id, which the response must repeat.
    package func request(at base: HTTPURL, id: UInt64, timeouts: HTTPTimeouts = HTTPTimeouts()) -> HTTPRequest {
        var members: [(String, JSON)] = [("jsonrpc", "2.0"), ("id", .integer(id)), ("method", .string(method))]
        if params.count > 0 { members.append(("params", .object(params))) }
        var request = HTTPRequest(
            .post, base, headers: [HTTPHeader("Content-Type", "application/json")],
            body: Array(JSON.object(JSONObject(members)).text().utf8), timeouts: self.timeouts ?? timeouts,
            sizeLimit: limit)
        request.mayRepeat = true
        return request
    }

    /// The value of a response, parsed strictly.
    ///
    /// - Parameters:
    ///   - base: the server that sent it, for errors.
    ///   - id: the id of the request.
    package func answer(
        _ result: Result<HTTPResponse, HTTPError>, from base: HTTPURL, id: UInt64
    ) throws(RPCError) -> Value {
        let call = RPCCall(method, at: base)
        let response: HTTPResponse
        do throws(HTTPError) { response = try result.get() } catch { throw .unreachable(call, error) }
        let body = try Self.body(of: response, to: call)
        let outcome: Result<Value, RPCProblem>
        do throws(JSONError) {
            switch try RPCResponse(body, id: id) {
            case .result(let json): outcome = .success(try read(json))
            case .problem(let problem): outcome = .failure(problem)
            }
        } catch { throw RPCError(error, to: call) }
        do throws(RPCProblem) { return try outcome.get() } catch { throw .refused(call, error) }
    }

    /// The body of a response with status 200 and the type of JSON.
    private static func body(of response: HTTPResponse, to call: RPCCall) throws(RPCError) -> [UInt8] {
        switch response.status {
        case 200: break
        case 429: throw .rateLimited(call, retryAfter: RetryAfter.seconds(response))
        case 500...599:
            throw .unavailable(call, status: response.status, retryAfter: RetryAfter.seconds(response))
        default: throw .protocolBroken(call, what: "status \(response.status)")
        }
        guard let type = response.header("content-type") else {
            throw .protocolBroken(call, what: "the response has no content type")
        }
        let mediaType = type.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
        guard mediaType == "application/json" else {
            throw .protocolBroken(call, what: "the content type is \(TerminalText.escape(type))")
        }
        return response.body
    }
}

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

/// The content of a JSON-RPC response object: exactly one of a result and an error.
///
/// - Source: JSON-RPC 2.0 §5. A batch is refused, because none was sent.
package enum RPCResponse: Hashable, Sendable {
    case result(JSON)
    case problem(RPCProblem)

    /// The deepest nesting accepted; the methods' results have at most eight levels.
    static let depthLimit = 16

    /// - Parameter id: the id of the request.
    package init(_ body: [UInt8], id: UInt64) throws(JSONError) {
        let json = try JSON(parsing: body, maximumDepth: Self.depthLimit)
        guard case .object = json else { throw .wrongType(field: "response", expected: "an object") }
        guard try json.string("jsonrpc") == "2.0" else { throw .wrongType(field: "jsonrpc", expected: "\"2.0\"") }
        let problem = try json["error"].flatMap { error throws(JSONError) in try Self.problem(error) }
        // An error about a request that the server could not read has no id.
        if problem == nil || json["id"] != .null {
            guard try json.member("id") == .integer(id) else {
                throw .wrongType(field: "id", expected: "the id of the request")
            }
        }
        switch (problem, json["result"]) {
        case (let problem?, nil), (let problem?, .null): self = .problem(problem)
        case (nil, let result?): self = .result(result)
        case (nil, nil): throw .missing(field: "result")
        case (_?, _?): throw .wrongType(field: "error", expected: "absent from a response with a result")
        }
    }

    /// Nil for null, which some servers write in place of nothing.
    private static func problem(_ json: JSON) throws(JSONError) -> RPCProblem? {
        guard json != .null else { return nil }
        do throws(JSONError) { return try RPCProblem(json) } catch { throw error.inside("error") }
    }
}
