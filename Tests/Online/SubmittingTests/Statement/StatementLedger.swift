// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Synchronization
import TestSupport
import Workspace

@testable import Submitting

/// A Horizon server with a history of one account that a test makes up, and may falsify.
final class StatementLedger: Sendable {
    static let alice = TestKey("statement alice")
    static let bob = TestKey("statement bob")
    static let issuer = TestKey("statement issuer")
    static let usdc = (try? Asset(code: "USDC", issuer: issuer.id)) ?? .native
    /// 2026-11-01T12:00:00Z.
    static let firstDay: UInt64 = 1_793_534_400

    /// What the server says; a test may change it before it asks.
    struct State: Sendable {
        var account: JSON?
        var transactions: [JSON] = []
        var effects: [JSON] = []
        var payments: [JSON] = []
        /// Transactions that the account's list lacks, by hash, and their operations' hashes by ID.
        var others: [String: JSON] = [:]
        var operations: [String: String] = [:]
        var root: JSON = [
            "network_passphrase": .string(Network.testnet.passphrase), "current_protocol_version": 23,
            "history_latest_ledger": 1000, "core_latest_ledger": 1000, "history_elder_ledger": 2,
        ]
        /// What happens when the account is asked for, once.
        var onAccount: (@Sendable (inout State) -> Void)?
        /// Pages of more elements than this are too large.
        var mostElements = 200
    }

    private let state = Mutex(State())
    var present: State { state.withLock { $0 } }

    /// Changes what the server says.
    func change(_ edit: (inout State) -> Void) {
        var changed = present
        edit(&changed)
        let new = changed
        state.withLock { $0 = new }
    }

    private let temporary = TemporaryFolder()
    var folder: String { temporary.path("online") }

    private let asked = Mutex<[String]>([])
    /// The paths and queries that were asked for.
    var requests: [String] { asked.withLock { $0 } }

    // MARK: the history

    /// An operation with its result and its effects on Alice.
    struct Step {
        var source: TestKey = StatementLedger.alice
        var body: OperationBody
        var result: OperationResult = .opInner(.payment(.success))
        var effects: [JSON] = []
    }

    static func credited(_ amount: String, _ asset: Asset = .native) -> JSON {
        effect("account_credited", asset, amount)
    }

    static func debited(_ amount: String, _ asset: Asset = .native) -> JSON { effect("account_debited", asset, amount) }

    static func effect(_ type: String, _ asset: Asset, _ amount: String) -> JSON {
        .object(JSONObject([("type", .string(type)), ("amount", .string(amount))] + fields(asset)))
    }

    static func traded(_ gave: (String, Asset), _ got: (String, Asset), with other: TestKey) -> JSON {
        .object(
            JSONObject(
                [
                    ("type", "trade"), ("seller", .string(other.address)), ("offer_id", "1"),
                    ("sold_amount", .string(gave.0)), ("bought_amount", .string(got.0)),
                ] + fields(gave.1, "sold_") + fields(got.1, "bought_")))
    }

    static func fields(_ asset: Asset, _ prefix: String = "") -> [(String, JSON)] {
        guard let issuer = asset.issuer else { return [(prefix + "asset_type", "native")] }
        return [
            (prefix + "asset_type", "credit_alphanum4"), (prefix + "asset_code", .string(asset.code)),
            (prefix + "asset_issuer", .string(issuer.address)),
        ]
    }

    static func payment(_ amount: Int64, to: TestKey, _ asset: Asset = .native) -> OperationBody {
        .payment(PaymentOp(destination: MuxedAccount(to.id), asset: asset, amount: amount))
    }

    static func creation(_ amount: Int64) -> Step {
        Step(
            source: bob, body: .createAccount(CreateAccountOp(destination: alice.id, startingBalance: amount)),
            result: .opInner(.createAccount(.success)),
            effects: [["type": "account_created", "starting_balance": .string(Amount(stroops: amount).fixedText)]])
    }

    /// Adds a transaction in a ledger of its own, a day after the one before.
    ///
    /// - Parameters:
    ///   - bumpedBy: who pays its fee instead of its source.
    ///   - isListed: whether Alice's list of transactions has it.
    /// - Returns: its hash.
    @discardableResult
    func add(
        _ steps: [Step], by source: TestKey = StatementLedger.alice, fee: Int64 = 100, memo: Memo = .none,
        bumpedBy: TestKey? = nil, succeeds: Bool = true, isListed: Bool = true, signers: [TestKey]? = nil,
        change: (inout JSONObject) -> Void = { _ in }
    ) -> String {
        let number = state.withLock { $0.transactions.count + $0.others.count }
        let ledger = UInt64(10 + number)
        let token = ledger << 32 | 1 << 12
        let transaction = Transaction(
            sourceAccount: MuxedAccount(source.id), fee: 100, seqNum: Int64(number + 1), cond: .none, memo: memo,
            operations: BoundedArray(
                steps.map { step in
                    Operation(
                        sourceAccount: step.source.id == source.id ? nil : MuxedAccount(step.source.id), body: step.body
                    )
                }) ?? BoundedArray(), ext: .v0)
        let hash = transaction.hash(on: .testnet)
        let signatures = (signers ?? [source]).map { $0.sign(hash) }
        let inner = TransactionV1Envelope(tx: transaction, signatures: BoundedArray(signatures) ?? BoundedArray())
        let results: TransactionResultResult =
            succeeds ? .txSuccess(steps.map(\.result)) : .txFailed(steps.map { _ in .opInner(.payment(.underfunded)) })
        var envelope = TransactionEnvelope.tx(inner)
        var outcome = TransactionResult(feeCharged: fee, result: results, ext: .v0)
        if let bumpedBy {
            let bump = FeeBumpTransaction(
                feeSource: MuxedAccount(bumpedBy.id), fee: fee, innerTx: .tx(inner), ext: .v0)
            envelope = .txFeeBump(FeeBumpTransactionEnvelope(tx: bump, signatures: BoundedArray()))
            envelope = .txFeeBump(
                FeeBumpTransactionEnvelope(
                    tx: bump,
                    signatures: BoundedArray([bumpedBy.sign(envelope.hash(on: .testnet))]) ?? BoundedArray()))
            let result = InnerTransactionResult(
                feeCharged: 0, result: succeeds ? .txSuccess(steps.map(\.result)) : .txFailed([]), ext: .v0)
            let pair = InnerTransactionResultPair(transactionHash: hash.hash, result: result)
            outcome = TransactionResult(
                feeCharged: fee, result: succeeds ? .txFeeBumpInnerSuccess(pair) : .txFeeBumpInnerFailed(pair), ext: .v0
            )
        }
        let place = envelope.hash(on: .testnet)
        let time = JSON.string(Timestamp(Self.firstDay + UInt64(number) * 86_400).rfc3339)
        var record = JSONObject([
            ("hash", .string(place.hex)), ("successful", .bool(succeeds)), ("ledger", .integer(Int64(ledger))),
            ("result_xdr", .string(Base64.encode(outcome.xdr))), ("source_account", .string(source.address)),
            ("source_account_sequence", .string(String(number + 1))), ("fee_charged", .string(String(fee))),
            ("fee_account", .string((bumpedBy ?? source).address)),
            ("envelope_xdr", .string(Base64.encode(envelope.xdr))), ("paging_token", .string(String(token))),
            ("created_at", time),
        ])
        change(&record)
        state.withLock { state in
            if isListed {
                state.transactions.append(.object(record))
            } else {
                state.others[place.hex] = .object(record)
            }
            for (index, step) in steps.enumerated() {
                let operation = token + UInt64(index) + 1
                state.operations[String(operation)] = place.hex
                for (order, effect) in step.effects.enumerated() {
                    var effect = effect.asObject ?? JSONObject()
                    effect["paging_token"] = .string("\(operation)-\(order + 1)")
                    effect["account"] = effect["account"] ?? .string(Self.alice.address)
                    effect["created_at"] = time
                    state.effects.append(.object(effect))
                }
            }
        }
        return place.hex
    }

    /// Sets what Alice has at the end; nil for an account that does not exist.
    func holds(_ xlm: String, _ others: [(Asset, String)] = []) {
        let lines = others.map { asset, balance in
            JSON.object(
                JSONObject(
                    [
                        ("balance", .string(balance)), ("limit", "1000000.0000000"),
                        ("buying_liabilities", "0.0000000"),
                        ("selling_liabilities", "0.0000000"), ("is_authorized", true),
                        ("is_authorized_to_maintain_liabilities", true),
                    ] + Self.fields(asset)))
        }
        state.withLock {
            $0.account = [
                "account_id": .string(Self.alice.address), "sequence": "9", "subentry_count": 0, "num_sponsoring": 0,
                "num_sponsored": 0, "balances": .array(lines + [["asset_type": "native", "balance": .string(xlm)]]),
                "signers": [["key": .string(Self.alice.address), "weight": 1, "type": "ed25519_public_key"]],
                "thresholds": ["low_threshold": 0, "med_threshold": 0, "high_threshold": 0],
                "flags": [
                    "auth_required": false, "auth_revocable": false, "auth_immutable": false,
                    "auth_clawback_enabled": false,
                ], "data": [:], "last_modified_ledger": 5,
            ]
        }
    }

    // MARK: the server

    private func answer(_ request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
        let query = Dictionary(
            (request.url.query ?? "").split(separator: "&").map { part in
                let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
                return (pair[0], pair.count > 1 ? pair[1] : "")
            }
        ) { $1 }
        asked.withLock { $0.append(request.url.path + (request.url.query.map { "?\($0)" } ?? "")) }
        let parts = request.url.path.split(separator: "/").map(String.init)
        return state.withLock { state in
            func body(_ json: JSON?) -> Result<HTTPResponse, HTTPError> {
                guard let json else {
                    let missing: JSON = [
                        "type": "https://stellar.org/horizon-errors/not_found", "title": "Resource Missing",
                        "status": 404,
                    ]
                    return .success(HTTPResponse(status: 404, body: Array(missing.text().utf8)))
                }
                return .success(HTTPResponse(status: 200, body: Array(json.text().utf8)))
            }
            func list(_ all: [JSON]) -> Result<HTTPResponse, HTTPError> {
                let limit = query["limit"].flatMap { Int($0) } ?? 10
                guard limit <= state.mostElements else { return .failure(.tooLarge(host: "horizon", limit: 1)) }
                let ordered = query["order"] == "desc" ? all.reversed() : all
                let place = query["cursor"].flatMap { cursor in
                    ordered.firstIndex { $0["paging_token"]?.asString == cursor }.map { $0 + 1 }
                }
                return body(["_embedded": ["records": .array(Array(ordered.dropFirst(place ?? 0).prefix(limit)))]])
            }
            switch (parts.first, parts.count) {
            case (nil, _): return body(state.root)
            case ("accounts"?, 2):
                let account = state.account
                if let change = state.onAccount {
                    state.onAccount = nil
                    change(&state)
                }
                return body(account)
            case ("accounts"?, 3):
                switch parts[2] {
                case "transactions": return list(state.transactions)
                case "effects": return list(state.effects)
                default: return list(state.payments)
                }
            case ("operations"?, 2):
                return body(state.operations[parts[1]].map { ["transaction_hash": .string($0)] })
            default: return body(state.others[parts.last ?? ""])
            }
        }
    }

    var context: OnlineContext {
        let transport = RecordedTransport { [self] request in answer(request) }
        let servers = HorizonServers(urls: ["http://127.0.0.1:8000"], of: .testnet, allowsLoopback: true) { transport }
        return OnlineContext(folder: folder, servers: servers) { Int64(Self.firstDay) + 100 * 86_400 }
    }

    func statement(from: String? = nil, to: String? = nil, of account: TestKey = alice) throws(Failure) -> Statement {
        let period = try StatementPeriod(
            from: try from.map { day throws(Failure) in try StatementDay(text: day) },
            to: try to.map { day throws(Failure) in try StatementDay(text: day) })
        return try StatementJob([AccountReference(account.id)], period, on: .testnet, in: context).run()
    }
}
