// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerXDR
import Stellar
import StellarXDR
import Synchronization

@testable import Submitting

/// An in-memory Horizon: accounts, one possible transaction, and a script of the outcome of each POST.
final class FakeHorizon: Sendable {
    /// The outcome of one POST.
    enum Fate: Sendable {
        case included
        /// Included, but the response is lost.
        case includedUnheard
        case unconfirmed
        case refused(String)
        case busy(Int)
        case unreachable
    }

    struct State: Sendable {
        var fates: [Fate] = []
        var ledgerHas = false
        var posts: [String] = []
        var sequence: Int64 = 100
        /// The latest ledger.
        var number: Int64 = 10
        var closedAt = Timestamp(1_000_000)
        /// The number of lookups that respond with 503 first.
        var deafLookUps = 0
        var accounts: [String: JSON] = [:]
        /// The transactions of an account, newest first.
        var history: [JSON] = []
    }

    let state: Mutex<State>
    /// The hash of its transaction.
    static let hash = TransactionHash(Hash(sha256: [2]))

    private let hash: TransactionHash

    /// - Parameter hash: that of the transaction that it finds and accepts.
    init(_ state: State, hash: TransactionHash = FakeHorizon.hash) {
        self.state = Mutex(state)
        self.hash = hash
    }

    var transport: RecordedTransport { RecordedTransport { [self] request in answer(request) } }

    private func answer(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
        state.withLock { state in
            if request.method == .post { return post(request, &state) }
            let parts = request.url.path.split(separator: "/").map(String.init)
            switch parts.first {
            case nil: return .json(root(state))
            case "ledgers": return .json(["_embedded": ["records": [ledger(state)]]])
            case "transactions": return lookUp(&state)
            case "accounts" where parts.count > 2: return .json(["_embedded": ["records": .array(state.history)]])
            case "accounts": return state.accounts[parts[1]].map { .json($0) } ?? .notFound
            default: return .notFound
            }
        }
    }

    private func lookUp(_ state: inout State) -> Result<HTTPResponse, HTTPError> {
        if state.deafLookUps > 0 {
            state.deafLookUps -= 1
            return .problem(503, "stale_history")
        }
        return state.ledgerHas ? .json(transaction()) : .notFound
    }

    private func post(_ request: HTTPRequest, _ state: inout State) -> Result<HTTPResponse, HTTPError> {
        let fate = state.fates.isEmpty ? .included : state.fates.removeFirst()
        if case .unreachable = fate { return .failure(.cannotConnect(host: "127.0.0.1:8000", detail: "refused")) }
        state.posts.append(String(decoding: request.body ?? [], as: UTF8.self))
        switch fate {
        case .included:
            state.ledgerHas = true
            return .json(transaction())
        case .includedUnheard:
            state.ledgerHas = true
            return .failure(.connectionLost(host: "127.0.0.1:8000", detail: "reset", .mayHaveArrived))
        case .unconfirmed: return .failure(.timedOut(host: "127.0.0.1:8000", .mayHaveArrived))
        case .refused(let code):
            return .problem(400, "transaction_failed", ["result_codes": ["transaction": .string(code)]])
        case .busy(let seconds):
            return .success(
                HTTPResponse(status: 429, headers: [HTTPHeader("Retry-After", String(seconds))], body: Array("{}".utf8))
            )
        case .unreachable: preconditionFailure("answered above")
        }
    }

    private func root(_ state: State) -> JSON {
        [
            "network_passphrase": .string(Network.testnet.passphrase), "current_protocol_version": 23,
            "history_latest_ledger": .integer(state.number), "core_latest_ledger": .integer(state.number),
            "history_latest_ledger_closed_at": .string(state.closedAt.rfc3339),
        ]
    }

    private func ledger(_ state: State) -> JSON {
        [
            "sequence": .integer(state.number), "closed_at": .string(state.closedAt.rfc3339),
            "base_fee_in_stroops": 100,
            "base_reserve_in_stroops": 5_000_000, "protocol_version": 23,
        ]
    }

    /// A transaction of Alice in the account's history.
    static func past(_ hash: TransactionHash, sequence: Int64) -> JSON {
        let result = TransactionResult(feeCharged: 100, result: .txSuccess([]), ext: .v0)
        return [
            "hash": .string(hash.hex), "successful": true, "ledger": 9, "source_account": .string(alice),
            "source_account_sequence": .string(String(sequence)), "fee_charged": "100", "envelope_xdr": "AAAA",
            "result_xdr": .string(Base64.encode(result.xdr)), "paging_token": .string(String(sequence)),
        ]
    }

    private func transaction() -> JSON {
        let result = TransactionResult(feeCharged: 100, result: .txSuccess([]), ext: .v0)
        return [
            "hash": .string(hash.hex), "successful": true, "ledger": 11, "created_at": "2026-01-01T00:00:00Z",
            "source_account": .string(Self.alice), "source_account_sequence": "101", "fee_charged": "100",
            "max_fee": "100", "operation_count": 1, "envelope_xdr": "AAAA",
            "result_xdr": .string(Base64.encode(result.xdr)),
        ]
    }

    static let alice = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

    static var aliceID: AccountID {
        guard let account = try? AccountID(address: alice) else { preconditionFailure("this is an account") }
        return account
    }

    /// An account in Horizon's JSON form.
    static func account(_ id: String, sequence: Int64 = 100) -> JSON {
        [
            "account_id": .string(id), "sequence": .string(String(sequence)), "subentry_count": 0,
            "num_sponsoring": 0, "num_sponsored": 0,
            "balances": [["balance": "100.0000000", "asset_type": "native"]],
            "signers": [["key": .string(id), "weight": 1, "type": "ed25519_public_key"]],
            "thresholds": ["low_threshold": 0, "med_threshold": 0, "high_threshold": 0],
            "flags": [
                "auth_required": false, "auth_revocable": false, "auth_immutable": false,
                "auth_clawback_enabled": false,
            ],
            "data": [:], "last_modified_ledger": 1, "sequence_ledger": 1, "sequence_time": "1",
        ]
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

/// A clock that advances only when `sleep` is called, from the time of the journals of the tests.
final class FakeClock: MonotonicClock {
    private let now = Mutex<UInt64>(0)
    var seconds: UInt64 { now.withLock { $0 } }
    var time: Int64 { 1_000_000 + Int64(seconds) }
    func sleep(_ seconds: UInt64) { now.withLock { $0 += seconds } }
}
