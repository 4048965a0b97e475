// SPDX-License-Identifier: Apache-2.0

import Codec
package import HTTP
package import Stellar
package import StellarXDR

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
