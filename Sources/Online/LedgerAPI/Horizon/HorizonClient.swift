// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
package import Stellar
package import StellarXDR
import Synchronization

/// A client of one or more Horizon servers that trusts no more than it must: it parses responses strictly and within
/// limits, requires that each is about what was requested, and does not follow links in responses.
///
/// With several servers, it goes to the next one when one is unreachable, unavailable or rate limited.
package struct HorizonClient: Sendable {
    /// The base URLs, the preferred server first; at least one.
    package let bases: [HTTPURL]
    let transport: any HTTPTransport
    private let timeouts: HTTPTimeouts
    let retryBudget: RetryBudget
    /// The server that answered last.
    private let current = Current()

    private final class Current: Sendable {
        let index = Mutex(0)
    }

    /// The longest response accepted for a resource, for a list, and for a transaction (whose contract events can be
    /// long), in bytes.
    static let resourceLimit = 1 << 20
    static let listLimit = 4 << 20
    static let transactionLimit = 16 << 20

    package init(
        bases: [HTTPURL], transport: any HTTPTransport, timeouts: HTTPTimeouts = HTTPTimeouts(),
        retryBudget: RetryBudget = .none
    ) {
        precondition(!bases.isEmpty)
        self.retryBudget = retryBudget
        self.bases = bases
        self.transport = transport
        self.timeouts = timeouts
    }

    package init(base: HTTPURL, transport: any HTTPTransport, timeouts: HTTPTimeouts = HTTPTimeouts()) {
        self.init(bases: [base], transport: transport, timeouts: timeouts)
    }

    /// A client for a single server, with this one's other settings.
    package func only(_ base: HTTPURL) -> HorizonClient { preferring([base]) }

    /// A client for the given servers in the given order, with this one's other settings.
    package func preferring(_ bases: [HTTPURL]) -> HorizonClient {
        HorizonClient(bases: bases, transport: transport, timeouts: timeouts, retryBudget: retryBudget)
    }

    /// A client that, when no server responds, waits for those that ask for time.
    package func waiting(_ retryBudget: RetryBudget) -> HorizonClient {
        HorizonClient(bases: bases, transport: transport, timeouts: timeouts, retryBudget: retryBudget)
    }

    /// The default server of a network; nil when there is none.
    package static func usualURL(of network: Network) -> HTTPURL? {
        switch network {
        case .public: try? HTTPURL("https://horizon.stellar.org/")
        case .testnet: try? HTTPURL("https://horizon-testnet.stellar.org/")
        case .futurenet: try? HTTPURL("https://horizon-futurenet.stellar.org/")
        default: nil
        }
    }

    // MARK: the network

    /// The server's root document: its network, protocol version and ledgers.
    ///
    /// - Throws: `.protocolBroken` when the response is not a Horizon root, and the errors of a request without a
    ///   response.
    /// - Source: stellar-horizon actions/root.go.
    package func root() throws(HorizonError) -> HorizonRoot { try ask(.root) }

    /// The server's root document, checked to belong to the given network.
    ///
    /// - Throws: `.otherNetwork` when it does not, and the errors of `root`.
    package func root(of network: Network) throws(HorizonError) -> HorizonRoot {
        let root = try root()
        guard root.network == network else {
            throw .otherNetwork(found: root.network.passphrase, expected: network.passphrase)
        }
        return root
    }

    package func latestLedger() throws(HorizonError) -> LedgerRecord { try ask(.latestLedger) }

    /// Fee statistics of the last ledgers.
    ///
    /// - Throws: the errors of `root`.
    /// - Source: stellar-horizon actions/fee_stats.go.
    package func feeStats() throws(HorizonError) -> FeeStats {
        try ask(HorizonEndpoint(["fee_stats"], read: FeeStats.init))
    }

    // MARK: accounts

    /// The account; nil when Horizon reports that it does not exist.
    package func account(_ id: AccountID) throws(HorizonError) -> AccountRecord? { try ask(.account(id)) }

    /// The claimable balance; nil when Horizon reports that it does not exist, or no longer does.
    package func claimableBalance(_ id: ClaimableBalanceID) throws(HorizonError) -> ClaimableBalanceRecord? {
        try ask(.claimableBalance(id))
    }

    // MARK: transactions

    /// The transaction in its ledger; nil when Horizon reports that it knows none with this hash.
    package func transaction(_ hash: TransactionHash) throws(HorizonError) -> InclusionRecord? {
        try ask(.transaction(hash))
    }

    // MARK: asking

    /// Sends the request to the server that answered last, then to the following ones while one is unavailable.
    func ask<Value>(_ endpoint: HorizonEndpoint<Value>) throws(HorizonError) -> Value {
        let first = current.index.withLock { $0 }
        return try retryBudget.firstAnswer(of: bases.count, from: first) { index throws(HorizonError) in
            let request = endpoint.request(at: bases[index], timeouts: timeouts)
            let result = Result { () throws(HTTPError) in try transport.perform(request) }
            let value = try endpoint.answer(result, from: bases[index])
            current.index.withLock { $0 = index }
            return value
        }
    }
}

/// A request to a Horizon server and the parser of its response, independent of the transport.
package struct HorizonEndpoint<Value> {
    private let path: [String]
    private let query: [(name: String, value: String)]
    private let limit: Int
    private let read: (JSON) throws(JSONError) -> Value
    /// The value when Horizon reports that the resource does not exist; nil when that is an error.
    private let missing: (() -> Value)?
    /// What is wrong with a well-formed response; nil when it is about what was requested.
    private let fault: (Value) -> String?

    init(
        _ path: [String] = [], query: [(name: String, value: String)] = [], limit: Int = HorizonClient.resourceLimit,
        missing: (() -> Value)? = nil, fault: @escaping (Value) -> String? = { _ in nil },
        read: @escaping (JSON) throws(JSONError) -> Value
    ) {
        self.path = path
        self.query = query
        self.limit = limit
        self.read = read
        self.missing = missing
        self.fault = fault
    }

    /// The HTTP request to the server at `base`.
    package func request(at base: HTTPURL, timeouts: HTTPTimeouts = HTTPTimeouts()) -> HTTPRequest {
        let url = path.isEmpty && query.isEmpty ? base : base.appending(path, query: query)
        return HTTPRequest(url, timeouts: timeouts, sizeLimit: limit)
    }

    /// The value of a response, parsed strictly.
    ///
    /// - Parameter base: the server that sent it, for errors.
    package func answer(
        _ result: Result<HTTPResponse, HTTPError>, from base: HTTPURL
    ) throws(HorizonError) -> Value {
        let place = path.isEmpty ? base.path : base.appending(path, query: []).path
        let response: HTTPResponse
        do throws(HTTPError) { response = try result.get() } catch { throw .unreachable(error) }
        guard response.status == 200 else {
            let error = HorizonError(response, request: place)
            if case .notFound = error, let missing { return missing() }
            throw error
        }
        let value: Value
        do throws(JSONError) { value = try read(try JSON(parsing: response.body)) } catch {
            throw HorizonError(error, request: place)
        }
        if let fault = fault(value) { throw .protocolBroken(what: fault, request: place) }
        return value
    }
}

extension HorizonEndpoint {
    /// A request for one page of a list whose elements are read alone.
    static func page<Element>(
        _ path: [String], query: [(name: String, value: String)],
        _ read: @escaping (JSON) throws(JSONError) -> Element
    ) -> HorizonEndpoint<[Readable<Element>]> {
        .list(path, query: query) { json in Readable(json, read) }
    }

    /// A request for one page of a list.
    static func list<Element>(
        _ path: [String], query: [(name: String, value: String)], missing: (() -> [Element])? = nil,
        _ read: @escaping (JSON) throws(JSONError) -> Element
    ) -> HorizonEndpoint<[Element]> {
        HorizonEndpoint<[Element]>(path, query: query, limit: HorizonClient.listLimit, missing: missing) {
            json throws(JSONError) in try json.object("_embedded").elements("records", read)
        }
    }
}

extension HorizonEndpoint<HorizonRoot> {
    package static var root: Self { Self(read: HorizonRoot.init) }
}

extension HorizonEndpoint<LedgerRecord> {
    package static var latestLedger: Self {
        Self(["ledgers"], query: [("order", "desc"), ("limit", "1")]) { json throws(JSONError) in
            let records = try json.object("_embedded").elements("records", LedgerRecord.init)
            guard let latest = records.first else { throw .wrongType(field: "records", expected: "a ledger") }
            return latest
        }
    }
}

extension HorizonEndpoint<AccountRecord?> {
    /// The account; nil when Horizon reports that it does not exist.
    package static func account(_ id: AccountID) -> Self {
        Self(
            ["accounts", id.address], missing: { nil },
            fault: { $0.map(\.id) == id || $0 == nil ? nil : "it is about another account" }, read: AccountRecord.init)
    }
}

extension HorizonEndpoint<ClaimableBalanceRecord?> {
    /// The claimable balance; nil when Horizon reports that it does not exist, or no longer does.
    static func claimableBalance(_ id: ClaimableBalanceID) -> Self {
        Self(
            ["claimable_balances", Hex.encode(id.xdr)], missing: { nil },
            fault: { $0.map(\.id) == id || $0 == nil ? nil : "it is about another balance" },
            read: ClaimableBalanceRecord.init)
    }
}

extension HorizonEndpoint<InclusionRecord?> {
    /// The transaction in its ledger; nil when Horizon reports that it knows none with this hash.
    package static func transaction(_ hash: TransactionHash) -> Self {
        Self(
            ["transactions", hash.hex], limit: HorizonClient.transactionLimit, missing: { nil },
            fault: { $0?.answers(hash) == false ? "it is about another transaction" : nil }
        ) { json throws(JSONError) in try InclusionRecord(json) }
    }
}
