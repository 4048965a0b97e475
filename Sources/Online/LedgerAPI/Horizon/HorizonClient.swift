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
    private let transport: any HTTPTransport
    private let timeouts: HTTPTimeouts
    private let retryBudget: RetryBudget
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

    /// Friendbot responds only after a ledger has closed.
    private static let fundingTimeouts = HTTPTimeouts(total: .seconds(75), stall: .seconds(70))

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

    /// Waits for the shortest pause that a failed server asks for; false when none asks for one, or it exceeds the
    /// budget.
    package func waits(after absences: [HorizonError]) -> Bool {
        retryBudget.waits(after: absences)
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

    /// Payments to and from an account, the latest first; each is read alone.
    ///
    /// - Parameters:
    ///   - limit: 1 to 200.
    ///   - cursor: the paging token after which to continue.
    ///   - withMemos: whether to include the memos. Horizon then repeats the transaction with each of its payments, so
    ///     that a list of large transactions may exceed what is read: it is fetched without memos then.
    package func payments(
        of id: AccountID, limit: Int, cursor: String? = nil, withMemos: Bool = false
    ) throws(HorizonError) -> [Readable<PaymentRecord>] {
        var query = [(name: "order", value: "desc"), (name: "limit", value: String(limit))]
        if let cursor { query.append((name: "cursor", value: cursor)) }
        let path = ["accounts", id.address, "payments"]
        if withMemos {
            do { return try page(path, query + [("join", "transactions")], PaymentRecord.init) } catch {
                guard case .unreachable(.tooLarge) = error else { throw error }
            }
        }
        return try page(path, query, PaymentRecord.init)
    }

    // MARK: paths

    /// Payment paths that spend exactly this amount, the one that delivers most first.
    ///
    /// - Throws: the errors of `root`; `.problem` when Horizon rejects the request.
    /// - Source: stellar-horizon actions/path.go, `/paths/strict-send`.
    package func pathsStrictSend(
        _ amount: Amount, of source: Asset, to destination: Asset
    ) throws(HorizonError) -> [PathRecord] {
        let query =
            Self.fields(source, "source") + [
                ("source_amount", amount.fixedText), ("destination_assets", destination.text),
            ]
        let paths = try paths("strict-send", query)
        return paths.filter { $0.sourceAsset == source && $0.sourceAmount == amount }
            .sorted { $0.destinationAmount > $1.destinationAmount }
    }

    /// Payment paths that deliver exactly this amount, the cheapest first.
    ///
    /// - Throws: the errors of `pathsStrictSend`.
    /// - Source: stellar-horizon actions/path.go, `/paths/strict-receive`.
    package func pathsStrictReceive(
        _ amount: Amount, of destination: Asset, from source: Asset
    ) throws(HorizonError) -> [PathRecord] {
        let query =
            Self.fields(destination, "destination") + [
                ("destination_amount", amount.fixedText), ("source_assets", source.text),
            ]
        let paths = try paths("strict-receive", query)
        return paths.filter { $0.destinationAsset == destination && $0.destinationAmount == amount }
            .sorted { $0.sourceAmount < $1.sourceAmount }
    }

    /// The paths that can be read: one over something unknown is one way less.
    ///
    /// - Throws: if none of several can be read.
    private func paths(
        _ kind: String, _ query: [(name: String, value: String)]
    ) throws(HorizonError) -> [PathRecord] {
        let found = try page(["paths", kind], query, PathRecord.init)
        let paths = found.read()
        if paths.isEmpty, let fault = found.first?.fault {
            throw .unknownValue(what: "none of its paths can be read: \(fault.reason)", request: "/paths/\(kind)")
        }
        return paths
    }

    static func fields(_ asset: Asset, _ side: String) -> [(name: String, value: String)] {
        guard let issuer = asset.issuer else { return [("\(side)_asset_type", "native")] }
        let type = (asset.codeBytes?.count ?? 0) > 4 ? "credit_alphanum12" : "credit_alphanum4"
        return [
            ("\(side)_asset_type", type), ("\(side)_asset_code", asset.code), ("\(side)_asset_issuer", issuer.address),
        ]
    }

    // MARK: transactions

    /// The transaction in its ledger; nil when Horizon reports that it knows none with this hash.
    package func transaction(_ hash: TransactionHash) throws(HorizonError) -> InclusionRecord? {
        try ask(.transaction(hash))
    }

    // MARK: friendbot

    /// The network's friendbot: the link in the root, if it is on these servers or is the network's known friendbot.
    ///
    /// - Returns: nil when the network has none, or the link points elsewhere.
    package func friendbot(_ root: HorizonRoot) -> HTTPURL? {
        guard root.network != .public, let link = root.friendbotLink else { return nil }
        let plain = link.split(separator: "{", omittingEmptySubsequences: false).first ?? ""
        guard let url = try? HTTPURL(String(plain)) else { return nil }
        let known: HTTPURL? =
            switch root.network {
            case .testnet: try? HTTPURL("https://friendbot.stellar.org/")
            case .futurenet: try? HTTPURL("https://friendbot-futurenet.stellar.org/")
            default: nil
            }
        return (bases + [known].compactMap { $0 }).contains(where: url.hasSameOrigin) ? url : nil
    }

    /// Funds an account through friendbot.
    ///
    /// - Returns: the hash of its transaction, if the response contains it.
    /// - Throws: `.problem` when friendbot refuses, as for an account that it has already funded.
    package func fund(_ account: AccountID, friendbot: HTTPURL) throws(HorizonError) -> TransactionHash? {
        let url = friendbot.appending(query: [("addr", account.address)])
        let request = HTTPRequest(url, timeouts: Self.fundingTimeouts, sizeLimit: Self.transactionLimit)
        let endpoint = HorizonEndpoint<TransactionHash?> { json throws(JSONError) in
            guard case .object = json else { throw .wrongType(field: "answer", expected: "an object") }
            return json["hash"] == nil ? nil : try json.hash("hash")
        }
        return try endpoint.answer(Result { () throws(HTTPError) in try transport.perform(request) }, from: friendbot)
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

    private func page<Value>(
        _ path: [String], _ query: [(name: String, value: String)],
        _ read: @escaping (JSON) throws(JSONError) -> Value
    ) throws(HorizonError) -> [Readable<Value>] {
        try ask(HorizonEndpoint<Value>.page(path, query: query, read))
    }
}
