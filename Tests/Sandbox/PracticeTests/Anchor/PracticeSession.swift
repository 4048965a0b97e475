// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import LedgerXDR
import Stellar
import StellarXDR
import Synchronization
import TestSupport
import Testing

@testable import Practice

/// A practice ledger with its anchor, and a clock that only tests advance.
final class PracticeSession: Sendable {
    static let start: UInt64 = 1_800_000_000
    static let site = AnchorSite(port: 8000)
    let ledger: PracticeLedger
    let anchor: PracticeAnchor
    private let clock = Clock()

    init() throws {
        let clock = clock
        ledger = PracticeLedger(network: .testnet) { clock.now }
        anchor = try PracticeAnchor(ledger: ledger, network: .testnet) { clock.now }
    }

    private final class Clock: Sendable {
        private let time = Mutex(PracticeSession.start)
        var now: UInt64 { time.withLock { $0 } }
        func advance(_ seconds: UInt64) { time.withLock { $0 += seconds } }
    }

    func wait(_ seconds: UInt64) { clock.advance(seconds) }

    // MARK: Requests

    func ask(
        _ method: String, _ path: String, query: [(String, String)] = [], body: String? = nil,
        type: String = "application/json", token: String? = nil, site: AnchorSite = PracticeSession.site
    ) async -> AnchorReply {
        await anchor.answer(
            to: AnchorRequest(
                method: method, path: path.split(separator: "/").map(String.init),
                rawQuery: query.map { "\($0)=\(PercentText.encode($1))" }.joined(separator: "&"),
                contentType: body == nil ? nil : type, body: Array((body ?? "").utf8),
                authorization: token.map { "Bearer \($0)" }, site: site))
    }

    func get(_ path: String, _ query: [(String, String)] = [], token: String? = nil) async -> AnchorReply {
        await ask("GET", path, query: query, token: token)
    }

    // MARK: The ledger

    func account(_ person: TestKey) async -> Account? { await ledger.snapshot().state.accounts[person.id] }

    /// The person's SRT balance in stroops; nil without a trustline.
    func held(_ person: TestKey) async -> Int64? { await account(person)?.trustlines[srt]?.balance }

    @discardableResult
    func send(_ person: TestKey, memo: Memo = .none, _ bodies: OperationBody...) async throws -> TransactionRecord {
        let sequence = (await account(person)?.sequence ?? 0) + 1
        let draft = TransactionDraft(
            source: MuxedAccount(person.id), sequence: sequence, feePerOperation: 100, memo: memo,
            operations: bodies.map { Operation(sourceAccount: nil, body: $0) })
        let submission = await ledger.submit(try person.sign(try draft.envelope()))
        guard case .included(let record, _) = submission else {
            Issue.record("the ledger refuses: \(submission)")
            throw Missing()
        }
        let codes = ResultCodes(record.result)
        #expect(codes.transaction == "tx_success")
        return record
    }

    struct Missing: Error {}

    func trust(_ person: TestKey) async throws {
        // The first request creates the issuer.
        _ = await get("/.well-known/stellar.toml")
        try await send(person, .changeTrust(ChangeTrustOp(line: srt.asTrustLine, limit: .max)))
    }

    func pay(_ person: TestKey, _ units: String, memo: Memo, _ asset: Asset = srt) async throws {
        let payment = PaymentOp(
            destination: MuxedAccount(distributionKey.id), asset: asset, amount: try Amount(units).stroops)
        try await send(person, memo: memo, .payment(payment))
    }

    // MARK: Common steps

    func challenge(_ query: [(String, String)]) async throws -> TransactionEnvelope {
        let reply = await get("/auth", query)
        return try TransactionEnvelope(xdr: try Base64.decode(try #require(reply.json?["transaction"]?.asString)))
    }

    func answer(_ envelope: TransactionEnvelope) async -> AnchorReply {
        let body: JSON = ["transaction": .string(Base64.encode(envelope.xdr))]
        return await ask("POST", "/auth", body: body.text())
    }

    func logIn(_ person: TestKey, _ more: [(String, String)] = []) async throws -> String {
        let challenge = try await challenge([("account", person.address)] + more)
        return try #require(await answer(try person.sign(challenge)).json?["token"]?.asString)
    }

    /// Customer data sufficient for both types; accepted after a step.
    static let profile: JSON = [
        "first_name": "Ann", "last_name": "Onymous", "email_address": "ann@example.com", "birth_date": "2001-02-28",
        "bank_account_number": "42", "email_address_verification": "123456",
    ]

    /// Creates a person's account, trustline and accepted customer data, and returns the token.
    func customer(_ person: TestKey = alice, trusts: Bool = true) async throws -> String {
        _ = try await ledger.fund(person.id)
        if trusts { try await trust(person) }
        let token = try await logIn(person)
        let reply = await ask("PUT", "/sep12/customer", body: Self.profile.text(), token: token)
        #expect(reply.status == 202)
        wait(PracticeAnchor.step)
        return token
    }

    func transaction(_ id: String, _ token: String, sep: String = "sep6") async throws -> JSON {
        let reply = await get("/\(sep)/transaction", [("id", id)], token: token)
        return try #require(reply.json?["transaction"])
    }

    func status(_ id: String, _ token: String, sep: String = "sep6") async throws -> String {
        try #require(try await transaction(id, token, sep: sep)["status"]?.asString)
    }

    func begin(_ name: String, _ query: [(String, String)], _ token: String) async throws -> JSON {
        let reply = await get("/sep6/\(name)", query, token: token)
        #expect(reply.status == 200, "\(reply.json?.text() ?? "")")
        return try #require(reply.json)
    }

    /// The id of a deposit of this amount to Alice.
    func deposit(_ amount: String, _ token: String, _ more: [(String, String)] = []) async throws -> String {
        let query = [("asset_code", "SRT"), ("account", alice.address), ("amount", amount)] + more
        return try #require(try await begin("deposit", query, token)["id"]?.asString)
    }

    /// The id of a withdrawal of this amount, and the memo for its payment.
    func withdrawal(_ amount: String?, _ token: String, _ more: [(String, String)] = [("type", "bank_account")])
        async throws -> (String, Memo)
    {
        let query = [("asset_code", "SRT")] + (amount.map { [("amount", $0)] } ?? []) + more
        let answer = try await begin("withdraw", query, token)
        #expect(answer["account_id"]?.asString == distributionKey.address)
        return (try #require(answer["id"]?.asString), try Self.memo(answer))
    }

    static func memo(_ answer: JSON, prefix: String = "") throws -> Memo {
        let value = try #require(answer[prefix + "memo"]?.asString)
        switch answer[prefix + "memo_type"]?.asString {
        case "id": return .id(try #require(UInt64(value)))
        case "hash": return .hash(try #require(Hash(try Base64.decode(value))))
        default: throw Missing()
        }
    }

    /// Gives the person SRT without the anchor.
    func endow(_ person: TestKey = alice, _ units: String = "500") async throws {
        let payment = PaymentOp(
            destination: MuxedAccount(person.id), asset: srt, amount: try Amount(units).stroops)
        try await send(issuerKey, .payment(payment))
    }
}

extension AnchorReply {
    var reason: String { json?["error"]?.asString ?? "" }
}
