// SPDX-License-Identifier: Apache-2.0

import Codec
import ColdstarOnline
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Synchronization

/// A test network in memory, as one Horizon server shows it: accounts, and a script for what becomes of each
/// transaction that is sent.
final class RecordedNetwork: Sendable {
    /// What becomes of one POST.
    enum Fate: Sendable {
        case applied
        /// Applied, but the connection is lost before the answer.
        case appliedUnheard
        case unheard
        /// With the transaction's code, and those of its operations.
        case rejected(String, [String] = [])
        case unreachable
    }

    struct State: Sendable {
        /// Lumens by address; every account has the sequence number 100.
        var lumens: [String: String] = [:]
        var fates: [Fate] = []
        /// The passphrase that the server reports.
        var passphrase = Stellar.Network.testnet.passphrase
        var isDown = false
        /// The transactions in the ledger, by hash.
        var applied: [String: TransactionEnvelope] = [:]
        /// The answers of an anchor, by method and path.
        var anchor: [String: String] = [:]
        /// Method and path of each request.
        var requests: [String] = []
        /// Called before a POST is answered, with the hash of the transaction.
        var beforePost: @Sendable (String) -> Void = { _ in }
    }

    /// The present of the server and of its clients, in seconds since 1970.
    static let now: UInt64 = 1_800_000_000
    static let address = "http://127.0.0.1:8000/"

    let state: Mutex<State>

    init(_ lumens: [String: String]) { state = Mutex(State(lumens: lumens)) }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    var requests: [String] { state.withLock { $0.requests } }
    var posts: Int { requests.count { $0.hasPrefix("POST") } }

    /// The servers, all of whose requests this network answers.
    var servers: HorizonServers {
        let transport = RecordedTransport { [self] request in answer(request) }
        return HorizonServers(urls: [Self.address], allowsLoopback: false) { () throws(Failure) in
            transport
        }
    }

    private func answer(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
        let path = request.url.path
        let (isDown, anchor, beforePost) = state.withLock { state in
            let key = "\(request.method.rawValue) \(path)"
            state.requests.append(key)
            return (state.isDown, state.anchor[key], state.beforePost)
        }
        if let anchor { return .success(HTTPResponse(status: 200, body: Array(anchor.utf8))) }
        if isDown { return .failure(.cannotConnect(host: "127.0.0.1:8000", detail: "refused")) }
        if request.method == .post { return post(request, beforePost) }
        let parts = path.split(separator: "/").map(String.init)
        return state.withLock { state in
            switch parts.first {
            case nil: .json(Self.root(state.passphrase))
            case "ledgers": .json(["_embedded": ["records": [Self.ledger]]])
            case "fee_stats": .json(Self.fees)
            case "accounts" where parts.count == 3:
                .json(["_embedded": ["records": .array(Self.history(of: parts[1], parts[2], in: state))]])
            case "accounts" where parts.count == 2:
                state.lumens[parts[1]].map { .json(Self.account(parts[1], $0)) } ?? .notFound
            case "transactions" where parts.count == 2:
                state.applied[parts[1]].map { .json(Self.transaction($0)) } ?? .notFound
            case "friendbot": .json(["hash": .string(String(repeating: "ab", count: 32))])
            default: .notFound
            }
        }
    }

    private func post(
        _ request: HTTPRequest, _ beforePost: (String) -> Void
    ) -> Result<HTTPResponse, HTTPError> {
        guard let envelope = Self.envelope(request) else { return .notFound }
        let hash = envelope.hash(on: .testnet)
        beforePost(hash.hex)
        return state.withLock { state in
            switch state.fates.isEmpty ? .applied : state.fates.removeFirst() {
            case .applied:
                state.applied[hash.hex] = envelope
                return .json(Self.transaction(envelope))
            case .appliedUnheard:
                state.applied[hash.hex] = envelope
                return .failure(.connectionLost(host: "127.0.0.1:8000", detail: "reset", .mayHaveArrived))
            case .unheard: return .failure(.timedOut(host: "127.0.0.1:8000", .mayHaveArrived))
            case .rejected(let code, let operations):
                let codes: JSON = [
                    "transaction": .string(code), "operations": .array(operations.map { .string($0) }),
                ]
                return .problem(400, "transaction_failed", ["result_codes": codes])
            case .unreachable: return .failure(.cannotConnect(host: "127.0.0.1:8000", detail: "refused"))
            }
        }
    }

    /// The envelope in the form `tx=…`, percent-encoded.
    private static func envelope(_ request: HTTPRequest) -> TransactionEnvelope? {
        let text = String(decoding: request.body ?? [], as: UTF8.self).dropFirst("tx=".count)
            .replacing("%2B", with: "+").replacing("%2F", with: "/").replacing("%3D", with: "=")
        return (try? Base64.decode(String(text))).flatMap { try? TransactionEnvelope(xdr: $0) }
    }

    // MARK: documents

    private static func root(_ passphrase: String) -> JSON {
        [
            "network_passphrase": .string(passphrase), "current_protocol_version": 23, "history_latest_ledger": 10,
            "core_latest_ledger": 10, "history_latest_ledger_closed_at": .string(Timestamp(now).rfc3339),
            "_links": ["friendbot": ["href": .string("\(address)friendbot{?addr}")]],
        ]
    }

    private static var ledger: JSON {
        [
            "sequence": 10, "closed_at": .string(Timestamp(now).rfc3339), "base_fee_in_stroops": 100,
            "base_reserve_in_stroops": 5_000_000, "protocol_version": 23,
        ]
    }

    private static var fees: JSON {
        let percents = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99].map { ("p\($0)", JSON.string("150")) }
        let spread = JSON.object(JSONObject([("max", "150"), ("min", "150"), ("mode", "150")] + percents))
        return [
            "last_ledger": "10", "last_ledger_base_fee": "100", "ledger_capacity_usage": "0.5", "fee_charged": spread,
            "max_fee": spread,
        ]
    }

    private static func account(_ id: String, _ lumens: String) -> JSON {
        [
            "account_id": .string(id), "sequence": "100", "subentry_count": 0, "num_sponsoring": 0, "num_sponsored": 0,
            "balances": [["balance": .string(lumens), "asset_type": "native"]],
            "signers": [["key": .string(id), "weight": 1, "type": "ed25519_public_key"]],
            "thresholds": ["low_threshold": 0, "med_threshold": 0, "high_threshold": 0],
            "flags": [
                "auth_required": false, "auth_revocable": false, "auth_immutable": false,
                "auth_clawback_enabled": false,
            ],
            "data": [:], "last_modified_ledger": 1,
        ]
    }

    /// The payments of lumens by an account, as transactions or as effects on it; all in one page.
    private static func history(of account: String, _ kind: String, in state: State) -> [JSON] {
        let token = UInt64(11) << 32 | 1 << 12
        return state.applied.values.flatMap { envelope -> [JSON] in
            let transaction = envelope.innermost
            guard transaction.sourceAccount.account.address == account else { return [] }
            let time = JSON.string(Timestamp(now).rfc3339)
            switch kind {
            case "transactions":
                let results = transaction.operations.map { _ in OperationResult.opInner(.payment(.success)) }
                let result = TransactionResult(feeCharged: 100, result: .txSuccess(results), ext: .v0)
                return [
                    [
                        "hash": .string(envelope.hash(on: .testnet).hex), "successful": true, "ledger": 11,
                        "result_xdr": .string(Base64.encode(result.xdr)), "source_account": .string(account),
                        "source_account_sequence": .string("\(transaction.seqNum)"), "fee_charged": "100",
                        "fee_account": .string(account), "envelope_xdr": .string(Base64.encode(envelope.xdr)),
                        "paging_token": .string("\(token)"), "created_at": time,
                    ]
                ]
            case "effects":
                return transaction.operations.enumerated().compactMap { index, operation in
                    guard case .payment(let payment) = operation.body else { return nil }
                    return [
                        "type": "account_debited", "asset_type": "native", "account": .string(account),
                        "amount": .string(Stellar.Amount(stroops: payment.amount).fixedText), "created_at": time,
                        "paging_token": .string("\(token + UInt64(index) + 1)-1"),
                    ]
                }
            default: return []
            }
        }
    }

    private static func transaction(_ envelope: TransactionEnvelope) -> JSON {
        let result = TransactionResult(feeCharged: 100, result: .txSuccess([]), ext: .v0)
        return [
            "hash": .string(envelope.hash(on: .testnet).hex), "successful": true, "ledger": 11,
            "result_xdr": .string(Base64.encode(result.xdr)),
        ]
    }
}

/// The network as a program's own transport sees it.
extension RecordedNetwork: OnlineTransport {
    func perform(_ request: TransportRequest) throws(TransportError) -> TransportResponse {
        guard let url = try? HTTPURL(request.url), let method = HTTPMethod(rawValue: request.method) else {
            throw TransportError("not a request: \(request)", mayHaveArrived: false)
        }
        switch answer(HTTPRequest(method, url, body: request.body)) {
        case .success(let response): return TransportResponse(status: response.status, body: response.body)
        case .failure(let error):
            throw TransportError(error.message, mayHaveArrived: error.delivery == .mayHaveArrived)
        }
    }
}

extension Result<HTTPResponse, HTTPError> {
    fileprivate static func json(_ body: JSON, status: Int = 200) -> Self {
        .success(HTTPResponse(status: status, body: Array(body.text().utf8)))
    }

    fileprivate static func problem(_ status: Int, _ kind: String, _ extras: JSON = [:]) -> Self {
        .json(
            [
                "type": .string("https://stellar.org/horizon-errors/" + kind), "title": "Title",
                "status": .integer(status), "extras": extras,
            ], status: status)
    }

    fileprivate static var notFound: Self { problem(404, "not_found") }
}
