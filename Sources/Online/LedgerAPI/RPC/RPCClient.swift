// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
import LedgerXDR
package import Stellar
import StellarXDR
import Synchronization

/// A client of one or more Stellar RPC servers of one network. It parses responses strictly and within limits, requires
/// that each is about what was requested, and asks each server for its network before anything else.
///
/// With several servers, it goes to the next one when one is unreachable, unavailable or rate limited.
package struct RPCClient: Sendable {
    package let network: Network
    /// The base URLs, the preferred server first; at least one.
    package let bases: [HTTPURL]
    private let transport: any HTTPTransport
    private let timeouts: HTTPTimeouts
    let retryBudget: RetryBudget
    private let state: State
    private let current: Current

    /// What the calls of one client, and of those derived from it, have in common.
    private final class State: Sendable {
        let nextID = Mutex<UInt64>(1)
        /// The servers that belong to the network.
        let verified = Mutex<Set<HTTPURL>>([])
        /// The latest ledger seen from each server.
        let ledgers = Mutex<[HTTPURL: UInt32]>([:])
    }

    /// The server that answered last. A client for other servers begins with the first of its own: a probe asks all, so
    /// that the last one to answer it may be one that lags.
    private final class Current: Sendable {
        let base = Mutex<HTTPURL?>(nil)
    }

    /// The longest response accepted for a small result, and for one with ledger entries, events or metadata, in bytes.
    static let resourceLimit = 1 << 20
    static let contentLimit = 16 << 20
    /// The most keys that a server takes at once.
    static let mostKeys = 200

    /// - Precondition: there is at least one server.
    package init(
        network: Network, bases: [HTTPURL], transport: any HTTPTransport, timeouts: HTTPTimeouts = HTTPTimeouts(),
        retryBudget: RetryBudget = .none
    ) {
        precondition(!bases.isEmpty)
        self.init(network, bases, transport, timeouts, retryBudget, State(), Current())
    }

    private init(
        _ network: Network, _ bases: [HTTPURL], _ transport: any HTTPTransport, _ timeouts: HTTPTimeouts,
        _ retryBudget: RetryBudget, _ state: State, _ current: Current
    ) {
        self.network = network
        self.bases = bases
        self.transport = transport
        self.timeouts = timeouts
        self.retryBudget = retryBudget
        self.state = state
        self.current = current
    }

    /// A client for a single server, with this one's other settings.
    package func only(_ base: HTTPURL) -> RPCClient { preferring([base]) }

    /// A client for the given servers in the given order, with this one's other settings.
    ///
    /// - Precondition: there is at least one server.
    package func preferring(_ bases: [HTTPURL]) -> RPCClient {
        precondition(!bases.isEmpty)
        return RPCClient(network, bases, transport, timeouts, retryBudget, state, Current())
    }

    /// A client that, when no server responds, waits for those that ask for time.
    package func waiting(_ retryBudget: RetryBudget) -> RPCClient {
        RPCClient(network, bases, transport, timeouts, retryBudget, state, current)
    }

    /// The default server of a network; nil when there is none. Nobody runs a free one for the public network.
    package static func usualURL(of network: Network) -> HTTPURL? {
        switch network {
        case .testnet: try? HTTPURL("https://soroban-testnet.stellar.org/")
        case .futurenet: try? HTTPURL("https://rpc-futurenet.stellar.org/")
        default: nil
        }
    }

    // MARK: the server

    /// The server's network, checked to be the expected one.
    ///
    /// - Throws: `.otherNetwork`, `.protocolBroken`, and the errors of a call without a response.
    package func serverNetwork() throws(RPCError) -> RPCNetwork {
        try anyServer { base throws(RPCError) in try verify(base) }
    }

    /// Which ledgers the server has.
    ///
    /// - Throws: the errors of `serverNetwork`; `.refused` when the server is not healthy.
    package func health() throws(RPCError) -> RPCHealth { try ask(.health) }

    package func version() throws(RPCError) -> RPCVersion { try ask(.version) }

    package func latestLedger() throws(RPCError) -> RPCLatestLedger { try ask(.latestLedger) }

    package func feeStats() throws(RPCError) -> RPCFeeStats { try ask(.feeStats) }

    // MARK: asking

    /// Calls the method at the server that answered last, then at the following ones while one is unavailable.
    package func ask<Value>(_ endpoint: RPCEndpoint<Value>) throws(RPCError) -> Value {
        try anyServer { base throws(RPCError) in
            if !state.verified.withLock({ $0.contains(base) }) { _ = try verify(base) }
            return try current(endpoint, at: base)
        }
    }

    /// How often a server that is behind is asked again at once: another machine behind its name may have the ledger.
    private static let attempts = 3

    /// The server's answer as of the latest ledger seen from it, or a later one.
    private func current<Value>(_ endpoint: RPCEndpoint<Value>, at base: HTTPURL) throws(RPCError) -> Value {
        var behind: (ledger: UInt32, seen: UInt32) = (0, 0)
        for _ in 0..<Self.attempts {
            let value = try call(endpoint, at: base)
            // An answer that is not about a ledger says 0.
            guard let ledger = endpoint.ledger(value), ledger > 0 else { return value }
            let seen = state.ledgers.withLock { ledgers in
                let seen = max(ledgers[base] ?? 0, ledger)
                ledgers[base] = seen
                return seen
            }
            if ledger == seen { return value }
            behind = (ledger, seen)
        }
        throw .behind(RPCCall(endpoint.method, at: base), ledger: behind.ledger, seen: behind.seen)
    }

    private func verify(_ base: HTTPURL) throws(RPCError) -> RPCNetwork {
        let found = try call(.network, at: base)
        guard found.network == network else {
            throw .otherNetwork(
                RPCCall("getNetwork", at: base), found: found.network.passphrase, expected: network.passphrase)
        }
        _ = state.verified.withLock { $0.insert(base) }
        return found
    }

    private func anyServer<Value>(_ ask: (HTTPURL) throws(RPCError) -> Value) throws(RPCError) -> Value {
        let last = current.base.withLock { $0 }
        let first = last.flatMap(bases.firstIndex) ?? 0
        return try retryBudget.firstAnswer(of: bases.count, from: first) { index throws(RPCError) in
            let value = try ask(bases[index])
            current.base.withLock { $0 = bases[index] }
            return value
        }
    }

    private func call<Value>(_ endpoint: RPCEndpoint<Value>, at base: HTTPURL) throws(RPCError) -> Value {
        let id = state.nextID.withLock { id in
            defer { id += 1 }
            return id
        }
        let request = endpoint.request(at: base, id: id, timeouts: timeouts)
        return try endpoint.answer(
            Result { () throws(HTTPError) in try transport.perform(request) }, from: base, id: id)
    }
}

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
