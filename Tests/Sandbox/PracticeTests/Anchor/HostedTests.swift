// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Practice

private let step = PracticeAnchor.step
private let form = "application/x-www-form-urlencoded"

struct HostedTests {
    private func begin(_ practice: PracticeSession, _ kind: String, _ fields: JSON, _ token: String) async throws
        -> JSON
    {
        let reply = await practice.ask(
            "POST", "/sep24/transactions/\(kind)/interactive", body: fields.text(), token: token)
        #expect(reply.status == 200 && reply.json?["type"] == "interactive_customer_info_needed")
        return try #require(reply.json)
    }

    /// Requests a page by the URL that the anchor returned.
    private func open(
        _ practice: PracticeSession, _ method: String, _ url: JSON?, _ body: String? = nil
    ) async throws -> AnchorReply {
        let parts = try #require(url?.asString).dropFirst("http://127.0.0.1:8000".count).split(separator: "?")
        let key = try #require(parts.last).dropFirst("key=".count)
        return await practice.ask(
            method, String(parts[0]), query: [("key", String(key))], body: body, type: form)
    }

    @Test func `a deposit completes after its page is submitted`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        _ = try await practice.ledger.fund(alice.id)
        try await practice.trust(alice)
        let begun = try await begin(practice, "deposit", ["asset_code": "SRT"], token)
        let id = try #require(begun["id"]?.asString)
        practice.wait(100)
        #expect(try await practice.status(id, token, sep: "sep24") == "incomplete")
        let page = try await open(practice, "GET", begun["url"])
        #expect(page.status == 200 && page.text?.contains("<form method=\"post\">") == true)
        let sent = try await open(practice, "POST", begun["url"], "amount=100&name=Ann")
        #expect(sent.status == 200 && sent.text?.contains("pending_user_transfer_start") == true)
        practice.wait(2 * step)
        let done = try await practice.transaction(id, token, sep: "sep24")
        #expect(done["status"] == "completed" && done["kind"] == "deposit" && done["amount_out"] == "98")
        #expect(await practice.held(alice) == 98 * Amount.stroopsPerUnit)
        #expect(await practice.get("/sep6/transaction", [("id", id)], token: token).status == 404)
        #expect(try await open(practice, "POST", begun["url"], "amount=100&name=Ann").status == 400)
    }

    @Test func `a withdrawal shows where to pay after its page is submitted`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let begun = try await begin(practice, "withdraw", ["asset_code": "SRT", "amount": "100"], token)
        let id = try #require(begun["id"]?.asString)
        #expect(try await practice.transaction(id, token, sep: "sep24")["withdraw_memo"] == nil)
        #expect(try await open(practice, "POST", begun["url"], "amount=60&name=Ann&dest=42").status == 200)
        let ready = try await practice.transaction(id, token, sep: "sep24")
        #expect(ready["amount_in"] == "60" && ready["status"] == "pending_user_transfer_start")
        try await practice.pay(alice, "60", memo: try PracticeSession.memo(ready, prefix: "withdraw_"))
        practice.wait(2 * step)
        #expect(try await practice.status(id, token, sep: "sep24") == "completed")
    }

    @Test func `lumens can be deposited and withdrawn`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(carol)
        let begun = try await begin(practice, "deposit", ["asset_code": "native"], token)
        _ = try await open(practice, "POST", begun["url"], "amount=100&name=Carol")
        practice.wait(2 * step)
        #expect(try await practice.status(try #require(begun["id"]?.asString), token, sep: "sep24") == "completed")
        #expect(await practice.account(carol)?.balance == 98 * Amount.stroopsPerUnit)
        let back = try await begin(practice, "withdraw", ["asset_code": "native"], token)
        _ = try await open(practice, "POST", back["url"], "amount=50&name=Carol&dest=1")
        let id = try #require(back["id"]?.asString)
        let ready = try await practice.transaction(id, token, sep: "sep24")
        try await practice.pay(carol, "50", memo: try PracticeSession.memo(ready, prefix: "withdraw_"), .native)
        practice.wait(2 * step)
        #expect(try await practice.status(id, token, sep: "sep24") == "completed")
    }

    @Test(arguments: [19, 23]) func `requests additional information on the page`(amount: Int) async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let begun = try await begin(practice, "deposit", ["asset_code": "SRT"], token)
        let id = try #require(begun["id"]?.asString)
        _ = try await open(practice, "POST", begun["url"], "amount=\(amount)&name=Ann")
        practice.wait(2 * step)
        let asked = try await practice.transaction(id, token, sep: "sep24")
        #expect(asked["status"] == "pending_user")
        #expect(try await open(practice, "POST", asked["more_info_url"], "answer=").status == 400)
        #expect(try await open(practice, "POST", asked["more_info_url"], "answer=yes").status == 200)
        practice.wait(2 * step)
        #expect(try await practice.status(id, token, sep: "sep24") == "completed")
    }

    @Test(arguments: [
        "", "amount=100", "name=Ann", "amount=&name=Ann", "amount=4&name=Ann", "amount=1001&name=Ann",
        "amount=ten&name=Ann", "amount=NaN&name=Ann", "amount=-5&name=Ann", "amount=%zz&name=Ann",
    ]) func `shows the form again after invalid input`(body: String) async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let begun = try await begin(practice, "deposit", ["asset_code": "SRT"], token)
        let page = try await open(practice, "POST", begun["url"], body)
        #expect(
            page.status == 400 && page.text?.contains("<form") == true && page.text?.contains("Not accepted") == true)
        let id = try #require(begun["id"]?.asString)
        #expect(try await practice.status(id, token, sep: "sep24") == "incomplete")
    }

    @Test func `escapes the client's data in the page`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let evil = "\"><script>alert('x')</script>&"
        let begun = try await begin(
            practice, "withdraw", ["asset_code": "SRT", "dest": .string(evil)], token)
        let page = try #require(try await open(practice, "GET", begun["url"]).text)
        #expect(!page.contains("<script>") && !page.contains("alert('"))
        #expect(page.contains("&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;"))
    }

    @Test func `shows a page only with its key`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let id = try #require(try await begin(practice, "deposit", ["asset_code": "SRT"], token)["id"]?.asString)
        for query in [[], [("key", "")], [("key", id)], [("key", "0")]] as [[(String, String)]] {
            #expect(await practice.get("/sep24/page/\(id)", query).status == 404)
            let post = await practice.ask(
                "POST", "/sep24/page/\(id)", query: query, body: "amount=100&name=x", type: form)
            #expect(post.status == 404)
        }
        #expect(await practice.get("/sep24/page/x", [("key", "x")]).status == 404)
        #expect(await practice.ask("PUT", "/sep24/page/\(id)").status == 404)
    }

    @Test func `a transfer expires if its page is not submitted`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let begun = try await begin(practice, "deposit", ["asset_code": "SRT"], token)
        practice.wait(Transfer.timeout)
        let later = try await practice.logIn(alice)
        #expect(
            try await practice.status(try #require(begun["id"]?.asString), later, sep: "sep24") == "expired")
        #expect(try await open(practice, "POST", begun["url"], "amount=100&name=Ann").status == 400)
    }

    @Test(
        arguments: [
            ["asset_code": "USD"], [:], ["asset_code": "SRT", "asset_issuer": .string(alice.address)],
            ["asset_code": "native", "asset_issuer": .string(alice.address)], ["asset_code": "SRT", "amount": "0"],
            ["asset_code": "SRT", "amount": "4"], ["asset_code": "SRT", "account": "x"],
            ["asset_code": "SRT", "memo": "1"], ["asset_code": "SRT", "quote_id": "x"],
            ["asset_code": "SRT", "source_asset": "iso4217:EUR"],
            ["asset_code": "native", "source_asset": "iso4217:USD"], ["asset_code": "SRT", "customer_id": "x"],
            ["asset_code": "SRT", "dest": .string(String(repeating: "x", count: 201))],
        ] as [JSON]) func `rejects interactive transfers with invalid parameters`(fields: JSON) async throws
    {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let path = "/sep24/transactions/deposit/interactive"
        let reply = await practice.ask("POST", path, body: fields.text(), token: token)
        #expect([400, 404].contains(reply.status) && !reply.reason.isEmpty)
    }
}
