// SPDX-License-Identifier: Apache-2.0

package import CurlHTTP
package import Stellar
package import StellarXDR
import TextCodec

/// Asks a Horizon server, and believes no more than it must: answers are read strictly and within limits, what was asked
/// for must be what comes back, and links in answers are not followed.
package struct HorizonClient: Sendable {
    package let base: HTTPURL
    private let transport: any HTTPTransport
    private let timeouts: HTTPTimeouts

    /// The longest answer taken for one thing, for a list, and for a transaction (whose contract events can be long). Bytes.
    static let resourceLimit = 1 << 20
    static let listLimit = 4 << 20
    static let transactionLimit = 16 << 20

    /// Horizon answers a submission when the transaction is in a ledger, or after about 30 seconds.
    static let submissionTimeouts = HTTPTimeouts(total: .seconds(75), stall: .seconds(70))

    package init(base: HTTPURL, transport: any HTTPTransport, timeouts: HTTPTimeouts = HTTPTimeouts()) {
        self.base = base
        self.transport = transport
        self.timeouts = timeouts
    }

    /// The usual server of a network; nil where there is none.
    package static func usualURL(of network: Network) -> HTTPURL? {
        switch network {
        case .public: try? HTTPURL("https://horizon.stellar.org/")
        case .testnet: try? HTTPURL("https://horizon-testnet.stellar.org/")
        case .futurenet: try? HTTPURL("https://horizon-futurenet.stellar.org/")
        default: nil
        }
    }

    // MARK: the network

    package func root() throws(HorizonError) -> HorizonRoot {
        try get(base, HorizonRoot.init)
    }

    /// The root, if it belongs to the network that is wanted.
    ///
    /// - Throws: `.otherNetwork` when not, besides what any question throws.
    package func root(of network: Network) throws(HorizonError) -> HorizonRoot {
        let root = try root()
        guard root.network == network else {
            throw .otherNetwork(found: root.network.passphrase, expected: network.passphrase)
        }
        return root
    }

    package func latestLedger() throws(HorizonError) -> LedgerRecord {
        let url = base.appending("ledgers", query: [("order", "desc"), ("limit", "1")])
        guard let ledger = try list(url, LedgerRecord.init).first else {
            throw .protocolBroken(what: "there is no ledger", request: url.path)
        }
        return ledger
    }

    package func feeStats() throws(HorizonError) -> FeeStats {
        try get(base.appending("fee_stats"), FeeStats.init)
    }

    // MARK: accounts

    /// The account; nil when Horizon says that there is none.
    package func account(_ id: AccountID) throws(HorizonError) -> AccountRecord? {
        let url = base.appending("accounts", id.address)
        guard let account = try unlessNotFound({ () throws(HorizonError) in try get(url, AccountRecord.init) }) else {
            return nil
        }
        guard account.id == id else { throw .protocolBroken(what: "it is about another account", request: url.path) }
        return account
    }

    /// Payments to and from an account, the latest first.
    ///
    /// - Parameters:
    ///   - limit: 1 to 200.
    ///   - cursor: the paging token after which to go on.
    package func payments(
        of id: AccountID, limit: Int, cursor: String? = nil
    ) throws(HorizonError) -> [PaymentRecord] {
        var query = [(name: "order", value: "desc"), (name: "limit", value: String(limit))]
        if let cursor { query.append((name: "cursor", value: cursor)) }
        return try list(base.appending("accounts", id.address, "payments", query: query), PaymentRecord.init)
    }

    // MARK: paths

    /// Ways to spend exactly this amount, the one that brings most first.
    package func pathsStrictSend(
        _ amount: Amount, of source: Asset, to destination: PathEnd
    ) throws(HorizonError) -> [PathRecord] {
        let query =
            Self.fields(source, "source") + [("source_amount", amount.fixedText), destination.query("destination")]
        let paths = try list(base.appending("paths", "strict-send", query: query), PathRecord.init)
        return paths.filter { $0.sourceAsset == source && $0.sourceAmount == amount }
            .sorted { $0.destinationAmount > $1.destinationAmount }
    }

    /// Ways to have exactly this amount arrive, the one that costs least first.
    package func pathsStrictReceive(
        _ amount: Amount, of destination: Asset, from source: PathEnd
    ) throws(HorizonError) -> [PathRecord] {
        let query =
            Self.fields(destination, "destination") + [
                ("destination_amount", amount.fixedText), source.query("source"),
            ]
        let paths = try list(base.appending("paths", "strict-receive", query: query), PathRecord.init)
        return paths.filter { $0.destinationAsset == destination && $0.destinationAmount == amount }
            .sorted { $0.sourceAmount < $1.sourceAmount }
    }

    private static func fields(_ asset: Asset, _ side: String) -> [(name: String, value: String)] {
        guard let issuer = asset.issuer else { return [("\(side)_asset_type", "native")] }
        let type = (asset.codeBytes?.count ?? 0) > 4 ? "credit_alphanum12" : "credit_alphanum4"
        return [
            ("\(side)_asset_type", type), ("\(side)_asset_code", asset.code), ("\(side)_asset_issuer", issuer.address),
        ]
    }

    // MARK: transactions

    /// The transaction in its ledger; nil when Horizon says that it is in none that it knows.
    package func transaction(_ hash: TransactionHash) throws(HorizonError) -> TransactionRecord? {
        let url = base.appending("transactions", hash.hex)
        let found = try unlessNotFound { () throws(HorizonError) in
            try get(url, limit: Self.transactionLimit, TransactionRecord.init)
        }
        guard let found else { return nil }
        guard found.answers(hash) else {
            throw .protocolBroken(what: "it is about another transaction", request: url.path)
        }
        return found
    }

    /// Posts a signed envelope, once.
    ///
    /// - Parameters:
    ///   - envelope: base64, as it is to be sent.
    ///   - hash: what the answer must be about.
    package func submit(envelope: String, hash: TransactionHash) -> SubmitAnswer {
        let request = HTTPRequest.form(
            base.appending("transactions"), fields: [("tx", envelope)], headers: [Self.accept],
            timeouts: Self.submissionTimeouts, sizeLimit: Self.transactionLimit)
        do throws(HTTPError) {
            return SubmitAnswer(try transport.perform(request), hash: hash)
        } catch {
            switch error.delivery {
            case .definitelyNotSent: return .notSent(error)
            case .mayHaveArrived: return .uncertain(reason: error.message)
            }
        }
    }

    // MARK: friendbot

    /// Where test money comes from: the link in the root, if it stays on this server or is the network's known friendbot.
    ///
    /// - Returns: nil when the network has none, or the link leads elsewhere.
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
        return url.hasSameOrigin(as: base) || known.map(url.hasSameOrigin) == true ? url : nil
    }

    /// Asks friendbot for test money.
    ///
    /// - Returns: the hash of its transaction, if it says so.
    /// - Throws: `.problem` when it refuses, as it does for an account that has had its share.
    package func fund(_ account: AccountID, friendbot: HTTPURL) throws(HorizonError) -> TransactionHash? {
        let url = friendbot.appending(query: [("addr", account.address)])
        return try get(url, limit: Self.transactionLimit, timeouts: Self.submissionTimeouts) { json throws(JSONError) in
            guard case .object = json else { throw .wrongType(field: "answer", expected: "an object") }
            return json["hash"] == nil ? nil : try json.hash("hash")
        }
    }

    // MARK: asking

    private static let accept = HTTPHeader("Accept", "application/json")

    private func get<Value>(
        _ url: HTTPURL, limit: Int = resourceLimit, timeouts: HTTPTimeouts? = nil,
        _ read: (JSON) throws(JSONError) -> Value
    ) throws(HorizonError) -> Value {
        let request = HTTPRequest(url, headers: [Self.accept], timeouts: timeouts ?? self.timeouts, sizeLimit: limit)
        let response: HTTPResponse
        do throws(HTTPError) { response = try transport.perform(request) } catch { throw .unreachable(error) }
        guard response.status == 200 else { throw Self.error(response, url) }
        do throws(JSONError) {
            return try read(try JSON(parsing: response.body))
        } catch {
            throw .protocolBroken(what: error.message, request: url.path)
        }
    }

    func list<Value>(
        _ url: HTTPURL, _ read: (JSON) throws(JSONError) -> Value
    ) throws(HorizonError) -> [Value] {
        try get(url, limit: Self.listLimit) { json throws(JSONError) in
            try json.object("_embedded").elements("records", read)
        }
    }

    func unlessNotFound<Value>(_ ask: () throws(HorizonError) -> Value) throws(HorizonError) -> Value? {
        do throws(HorizonError) { return try ask() } catch {
            guard case .notFound = error else { throw error }
            return nil
        }
    }

    /// A 404 counts only in Horizon's own form: any server has pages that are not there.
    private static func error(_ response: HTTPResponse, _ url: HTTPURL) -> HorizonError {
        let problem = HorizonProblem(response)
        switch response.status {
        case 404 where problem?.kind == "not_found": return .notFound(request: url.path)
        case 429: return .rateLimited(retryAfter: RetryAfter.seconds(response))
        case 500...599: return .unavailable(status: response.status, retryAfter: RetryAfter.seconds(response))
        default:
            return problem.map { .problem($0) }
                ?? .protocolBroken(what: "status \(response.status) without an explanation", request: url.path)
        }
    }
}
