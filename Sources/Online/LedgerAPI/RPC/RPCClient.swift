// SPDX-License-Identifier: Apache-2.0

package import Codec
package import HTTP
import LedgerXDR
package import Stellar
package import StellarXDR
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

    /// The hash of a ledger that the server has.
    ///
    /// - Throws: the errors of `serverNetwork`; `.refused` for a ledger that it does not have.
    package func ledgerHash(of ledger: UInt32) throws(RPCError) -> TransactionHash { try ask(.ledgerHash(of: ledger)) }

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

// MARK: The state of the ledger

extension RPCClient {
    /// How often the entries are read again that more than one call is needed for, so that they are of one ledger.
    private static let rounds = 3
    /// Where so many calls are needed, they take longer than a ledger.
    private static let mostPages = 10

    /// The entries of all keys that exist, in calls of up to 200 different keys. Where several calls are needed, they
    /// are repeated until all answers are of one ledger, if there are few; `LedgerEntries.ledgers` says what came of
    /// it. For no keys, nothing is asked.
    ///
    /// - Parameter isOfOne: whether they are repeated at all.
    /// - Throws: the errors of `serverNetwork`; `.protocolBroken` for an entry that was not asked for, occurs twice,
    ///   does not have its key, or is code with another hash.
    package func ledgerEntries(
        _ keys: [LedgerKey], ofOneLedger isOfOne: Bool = true
    ) throws(RPCError) -> LedgerEntries {
        var asked = Set<LedgerKey>()
        let distinct = keys.filter { asked.insert($0).inserted }
        let pages = stride(from: 0, to: distinct.count, by: Self.mostKeys).map { start in
            Array(distinct[start..<min(start + Self.mostKeys, distinct.count)])
        }
        var found = try entries(in: pages)
        var round = 1
        while isOfOne, !found.isOfOneLedger, pages.count <= Self.mostPages, round < Self.rounds {
            found = try entries(in: pages)
            round += 1
        }
        return found
    }

    private func entries(in pages: [[LedgerKey]]) throws(RPCError) -> LedgerEntries {
        var found = LedgerEntries.none
        for page in pages { found = found.merging(try ask(.ledgerEntries(page))) }
        return found
    }

    /// The entry of one key; nil when the ledger has none.
    package func ledgerEntry(_ key: LedgerKey) throws(RPCError) -> LedgerEntryRecord? {
        try ledgerEntries([key])[key]
    }

    /// What a transaction would do. A transaction that would fail is a `Simulation.failed`, not an error.
    ///
    /// - Throws: the errors of `serverNetwork`; `.refused` for a request that the server does not take.
    package func simulate(_ request: SimulationRequest) throws(RPCError) -> Simulation {
        try ask(.simulate(request))
    }
}

// MARK: Contracts

extension RPCClient {
    /// A contract's instance; nil when the contract does not exist.
    package func contractInstance(_ contract: ContractID) throws(RPCError) -> ContractInstance? {
        let key = LedgerKey.contractInstance(contract)
        let found = try ledgerEntries([key])
        guard let record = found[key], case .contractData(let entry) = record.data else { return nil }
        guard case .contractInstance(let instance) = entry.val else {
            throw .protocolBroken(
                RPCCall("getLedgerEntries", at: bases[0]),
                what: "the entry of the contract's instance has another value")
        }
        return ContractInstance(
            contract: contract, executable: instance.executable, storage: instance.storage ?? [],
            liveUntilLedger: record.liveUntilLedger, latestLedger: found.latestLedger)
    }

    /// The code with this SHA-256; nil when the ledger does not have it.
    package func contractCode(_ hash: Hash) throws(RPCError) -> ContractCode? {
        guard let record = try ledgerEntry(.contractCode(LedgerKeyContractCode(hash: hash))),
            case .contractCode(let entry) = record.data
        else { return nil }
        return ContractCode(hash: hash, bytes: entry.code.bytes, liveUntilLedger: record.liveUntilLedger)
    }

    /// The value of a contract's data entry; nil when there is none.
    package func contractData(
        of contract: SCAddress, _ key: SCVal, _ durability: ContractDataDurability = .persistent
    ) throws(RPCError) -> ContractData? {
        let key = LedgerKey.contractData(LedgerKeyContractData(contract: contract, key: key, durability: durability))
        guard let record = try ledgerEntry(key), case .contractData(let entry) = record.data else { return nil }
        return ContractData(value: entry.val, liveUntilLedger: record.liveUntilLedger)
    }

    /// The hash of the code that an executable runs now; nil for an asset's contract and for a tag that does not exist.
    ///
    /// - Source: CAP-85, whose tag the owner can point at other code at any time.
    package func codeHash(of executable: ContractExecutable) throws(RPCError) -> Hash? {
        switch executable {
        case .wasm(let hash): hash
        case .stellarAsset: nil
        case .externalRef(let reference):
            if case .bytes(let bytes)? = try contractData(
                of: reference.executable_owner, .executableTag(reference.tag))?.value
            {
                Hash(bytes.bytes)
            } else {
                nil
            }
        }
    }
}

// MARK: The methods

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

extension RPCEndpoint<TransactionHash> {
    /// The ledger comes with its metadata, which is not read.
    package static func ledgerHash(of ledger: UInt32) -> Self {
        let range: [(String, JSON)] = [("startLedger", .integer(ledger)), ("pagination", ["limit": 1])]
        return Self("getLedgers", range, limit: RPCClient.contentLimit) { json throws(JSONError) in
            guard let found = try json.array("ledgers").first, try found.ledger("sequence") == ledger else {
                throw .wrongType(field: "ledgers[0].sequence", expected: "the ledger that was asked for")
            }
            return try found.hash("hash")
        }
    }
}

extension RPCEndpoint<RPCFeeStats> {
    package static var feeStats: Self { Self("getFeeStats", read: RPCFeeStats.init) }
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
