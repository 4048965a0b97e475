// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Practice

struct LoginTests {
    @Test func `a challenge conforms to SEP-10`() async throws {
        let practice = try PracticeSession()
        let envelope = try await practice.challenge([("account", alice.address), ("memo", "7")])
        let transaction = envelope.innermost
        #expect(transaction.seqNum == 0 && transaction.memo == .id(7))
        #expect(transaction.sourceAccount == MuxedAccount(loginKey.id))
        #expect(
            transaction.cond.timeBounds
                == TimeBounds(minTime: PracticeSession.start, maxTime: PracticeSession.start + 900))
        #expect(envelope.signers(among: [loginKey.id.key], on: .testnet) == [loginKey.id.key])
        guard case .manageData(let first) = transaction.operations.first?.body,
            case .manageData(let second) = transaction.operations.elements.last?.body
        else { throw PracticeSession.Missing() }
        #expect(first.dataName.bytes == Array("127.0.0.1:8000 auth".utf8) && first.dataValue?.bytes.count == 64)
        #expect(second.dataName.bytes == Array("web_auth_domain".utf8))
        #expect(second.dataValue?.bytes == Array("127.0.0.1:8000".utf8))
        let other = try await practice.challenge([("account", alice.address), ("memo", "7")])
        #expect(other != envelope)
    }

    @Test(arguments: [
        ([], "account"), ([("account", "nobody")], "account"), ([("account", alice.address), ("memo", "x")], "memo"),
        ([("account", alice.address), ("memo", "7"), ("memo_type", "text")], "memo"),
        ([("account", alice.address), ("home_domain", "example.com")], "home_domain"),
        ([("account", alice.address), ("home_domain", "127.0.0.1:8001")], "home_domain"),
        ([("account", alice.address), ("client_domain", "example.com")], "client_domain"),
        ([("account", "CA3D5KRYM6CB7OWQ6TWYRR3Z4T7GNZLKERYNZGGA5SOAOPIFY6YQGAXE")], "account"),
        (
            [("account", StrKey.muxed(alice.id.key, id: 1).text), ("memo", "7")],
            "memo"
        ),
    ]) func `rejects challenge requests with invalid parameters`(query: [(String, String)], word: String) async throws {
        let reply = await (try PracticeSession()).get("/auth", query)
        #expect(reply.status == 400 && reply.reason.contains("'\(word)'"))
    }

    @Test func `issues tokens for an account, an account with a memo and a muxed account`() async throws {
        let practice = try PracticeSession()
        let muxed = StrKey.muxed(alice.id.key, id: 9).text
        for (query, subject) in [
            ([("account", alice.address)], alice.address),
            ([("account", alice.address), ("memo", "0")], alice.address + ":0"),
            ([("account", muxed)], muxed),
        ] {
            let challenge = try await practice.challenge(query)
            let token = try #require(
                await practice.answer(try alice.sign(challenge)).json?["token"]?.asString)
            let parts = token.split(separator: ".")
            let text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
            let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
            let claims = try JSON(parsing: try Base64.decode(padded))
            #expect(claims["sub"]?.asString == subject)
            #expect(claims["iss"]?.asString == "http://127.0.0.1:8000/auth")
            #expect(claims["exp"]?.asInteger() == PracticeSession.start + 3600)
            #expect(await practice.get("/sep12/customer", token: token).status == 200)
        }
    }

    @Test func `accepts a form as well as JSON, and both of its host names`() async throws {
        let practice = try PracticeSession()
        let site = AnchorSite(port: 8000, host: "localhost:8000")
        let reply = await practice.ask("GET", "/auth", query: [("account", alice.address)], site: site)
        let bytes = try Base64.decode(try #require(reply.json?["transaction"]?.asString))
        let signed = try alice.sign(try TransactionEnvelope(xdr: bytes))
        let form = "transaction=" + PercentText.encode(Base64.encode(signed.xdr))
        let token = await practice.ask("POST", "/auth", body: form, type: "application/x-www-form-urlencoded")
        #expect(token.status == 200 && token.json?["token"] != nil)
    }

    @Test func `rejects a challenge with a missing or surplus signature`() async throws {
        let practice = try PracticeSession()
        let challenge = try await practice.challenge([("account", alice.address)])
        let unsigned = challenge.replacing(signatures: BoundedArray())
        for (envelope, word) in [
            (challenge, "not signed by the client"), (try bob.sign(challenge), "no signer"),
            (try bob.sign(try alice.sign(challenge)), "no signer"), (try alice.sign(unsigned), "by the anchor"),
        ] {
            let reply = await practice.answer(envelope)
            #expect(reply.status == 400 && reply.reason.contains(word), "\(reply.reason)")
        }
    }

    @Test func `rejects an altered challenge even with valid signatures`() async throws {
        let practice = try PracticeSession()
        let real = try await practice.challenge([("account", alice.address)])
        guard case .tx(let v1) = real else { throw PracticeSession.Missing() }
        let changes: [(String, (inout Transaction) -> Void)] = [
            ("not a challenge of this anchor", { $0.fee = 201 }), ("sequence number", { $0.seqNum = 1 }),
            ("time bounds", { $0.cond = .none }),
            ("expired", { $0.cond = .time(TimeBounds(minTime: 0, maxTime: PracticeSession.start - 1)) }),
            ("source account", { $0.sourceAccount = MuxedAccount(alice.id) }),
            ("memo", { $0.memo = .text(Opaque<28>(Array("x".utf8)) ?? Opaque()) }),
            ("manage_data", { $0.operations = BoundedArray() }),
            (
                "not the anchor's manage_data",
                { transaction in
                    let pay = PaymentOp(destination: MuxedAccount(bob.id), asset: .native, amount: 1)
                    let operation = Operation(sourceAccount: MuxedAccount(loginKey.id), body: .payment(pay))
                    transaction.operations =
                        BoundedArray(transaction.operations.elements + [operation]) ?? BoundedArray()
                }
            ),
        ]
        for (word, change) in changes {
            var transaction = v1.tx
            change(&transaction)
            let forged = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: BoundedArray()))
            let reply = await practice.answer(try alice.sign(try loginKey.sign(forged)))
            #expect(reply.status == 400 && reply.reason.contains(word), "\(word): \(reply.reason)")
        }
    }

    @Test func `rejects an expired challenge`() async throws {
        let practice = try PracticeSession()
        let signed = try alice.sign(try await practice.challenge([("account", alice.address)]))
        practice.wait(900)
        #expect(await practice.answer(signed).status == 200)
        practice.wait(1)
        #expect(await practice.answer(signed).reason.contains("expired"))
    }

    @Test func `counts signer weights against the account's threshold in the ledger`() async throws {
        let practice = try PracticeSession()
        _ = try await practice.ledger.fund(alice.id)
        var options = SetOptionsOp(
            inflationDest: nil, clearFlags: nil, setFlags: nil, masterWeight: 1, lowThreshold: 1, medThreshold: 3,
            highThreshold: 3, homeDomain: nil, signer: Signer(key: .ed25519(bob.id.key), weight: 2))
        try await practice.send(alice, .setOptions(options))
        let challenge = try await practice.challenge([("account", alice.address)])
        for (envelope, status) in [
            (try alice.sign(challenge), 400), (try bob.sign(challenge), 400),
            (try carol.sign(try alice.sign(challenge)), 400), (try bob.sign(try alice.sign(challenge)), 200),
        ] {
            #expect(await practice.answer(envelope).status == status)
        }
        // The anchor's own signature adds no weight.
        options.masterWeight = nil
        options.signer = Signer(key: .ed25519(loginKey.id.key), weight: 200)
        let sequence = (await practice.account(alice)?.sequence ?? 0) + 1
        let draft = TransactionDraft(
            source: MuxedAccount(alice.id), sequence: sequence, feePerOperation: 100,
            operations: [Operation(sourceAccount: nil, body: .setOptions(options))])
        _ = await practice.ledger.submit(try bob.sign(try alice.sign(try draft.envelope())))
        #expect(await practice.account(alice)?.signers.count == 2)
        #expect(await practice.answer(try alice.sign(challenge)).reason.contains("weight of 1"))
    }

    @Test(arguments: ["", "AAAA", "%", "{\"transaction\": 5}", "{\"transaction\": \"AAAA\"}", "[]"])
    func `rejects a body that contains no challenge`(body: String) async throws {
        let reply = await (try PracticeSession()).ask("POST", "/auth", body: body)
        #expect((400...415).contains(reply.status) && !reply.reason.isEmpty)
    }

    @Test func `rejects tokens that are malformed, foreign or expired`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let foreign = try await (try PracticeSession()).logIn(alice)
        let parts = token.split(separator: ".").map(String.init)
        let none = "eyJhbGciOiJub25lIn0.\(parts[1])."
        for bad in [
            "", "x", foreign, none, "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])", token + "A", token + ".",
        ] {
            #expect(await practice.get("/sep12/customer", token: bad).status == 401)
            #expect(await practice.get("/sep6/transactions", token: bad).status == 403)
        }
        practice.wait(3599)
        #expect(await practice.get("/sep12/customer", token: token).status == 200)
        practice.wait(1)
        let late = await practice.get("/sep12/customer", token: token)
        #expect(late.status == 401 && late.reason.contains("expired"))
    }

    @Test(arguments: [
        ("GET", "/sep6/deposit", 403), ("GET", "/sep6/withdraw", 403), ("GET", "/sep6/fee", 403),
        ("GET", "/sep6/transactions", 403), ("GET", "/sep6/transaction", 403), ("PATCH", "/sep6/transactions/1", 403),
        ("GET", "/sep12/customer", 401), ("PUT", "/sep12/customer", 401), ("DELETE", "/sep12/customer/G", 401),
        ("PUT", "/sep12/customer/verification", 401), ("POST", "/sep12/customer/files", 401),
        ("POST", "/sep24/transactions/deposit/interactive", 403),
        ("POST", "/sep24/transactions/withdraw/interactive", 403), ("GET", "/sep24/transactions", 403),
        ("GET", "/sep24/transaction", 403), ("GET", "/sep24/fee", 403), ("POST", "/sep38/quote", 403),
        ("GET", "/sep38/quote/1", 403),
    ]) func `requires a token for client-specific endpoints`(method: String, path: String, status: Int) async throws {
        let reply = await (try PracticeSession()).ask(method, path)
        #expect(reply.status == status)
        if path.hasPrefix("/sep6") || path.hasPrefix("/sep24") {
            #expect(reply.json?["type"]?.asString == "authentication_required")
        }
    }
}
