// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Practice

struct InfoTests {
    @Test func `the documented example returns the minimum deposit`() async throws {
        let ledger = PracticeLedger(network: .testnet) { 1_800_000_000 }
        let anchor = try PracticeAnchor(ledger: ledger, network: .testnet) { 1_800_000_000 }
        let site = AnchorSite(port: 8000)
        let reply = await anchor.answer(to: AnchorRequest(method: "GET", path: ["sep6", "info"], site: site))
        #expect(reply.json?["deposit"]?["SRT"]?["min_amount"] == 5)
    }

    @Test func `publishes endpoints under the requested host name if it is local`() async throws {
        let practice = try PracticeSession()
        for (host, domain) in [
            (nil, "127.0.0.1:8000"), ("localhost:8000", "localhost:8000"), ("127.0.0.1:8000", "127.0.0.1:8000"),
            ("localhost:8001", "127.0.0.1:8000"), ("evil.example", "127.0.0.1:8000"),
        ] {
            let site = AnchorSite(port: 8000, host: host)
            let text = try #require(await practice.ask("GET", "/.well-known/stellar.toml", site: site).text)
            #expect(text.contains("WEB_AUTH_ENDPOINT = \"http://\(domain)/auth\"\n"))
            #expect(text.contains("SIGNING_KEY = \"\(loginKey.address)\"\n") && !text.contains("evil"))
            #expect(text.contains("NETWORK_PASSPHRASE = \"Test SDF Network ; September 2015\"\n"))
        }
        #expect(await practice.ask("POST", "/.well-known/stellar.toml").status == 405)
    }

    @Test func `publishes limits and fees and calculates fees from them`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let info = try #require(await practice.get("/sep6/info").json)
        for part in ["deposit", "withdraw"] {
            let line = try #require(info[part]?["SRT"])
            #expect(line["min_amount"] == 5 && line["max_amount"] == 1000)
            #expect(line["fee_fixed"] == 1 && line["fee_percent"] == 1 && line["enabled"] == true)
        }
        #expect(info["deposit-exchange"]?["SRT"]?["enabled"] == true)
        #expect(info["withdraw"]?["SRT"]?["types"]?.asObject?.keys == ["bank_account", "cash"])
        let hosted = try #require(await practice.get("/sep24/info").json)
        #expect(hosted["deposit"]?.asObject?.keys == ["SRT", "native"])
        for sep in ["sep6", "sep24"] {
            let query = [("operation", "deposit"), ("asset_code", "SRT"), ("amount", "50.5")]
            #expect(await practice.get("/\(sep)/fee", query, token: token).json == ["fee": .number("1.505")])
            for bad in [
                [("asset_code", "SRT"), ("amount", "50")], [("operation", "deposit"), ("amount", "50")],
                [("operation", "deposit"), ("asset_code", "SRT")],
                [("operation", "trade"), ("asset_code", "SRT"), ("amount", "50")],
                [("operation", "deposit"), ("asset_code", "EUR"), ("amount", "50")],
                [("operation", "deposit"), ("asset_code", "SRT"), ("amount", "922337203685.4775807")],
            ] {
                #expect(await practice.get("/\(sep)/fee", bad, token: token).status == 400)
            }
        }
    }

    @Test func `lists only the client's own transactions, newest first`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let first = try await practice.deposit("10", token)
        practice.wait(10)
        let (second, _) = try await practice.withdrawal("20", token)
        func list(_ more: [(String, String)], _ token: String) async -> [String]? {
            await practice.get("/sep6/transactions", [("asset_code", "SRT")] + more, token: token)
                .json?["transactions"]?.asArray?.compactMap { $0["id"]?.asString }
        }
        #expect(await list([], token) == [second, first])
        #expect(await list([("limit", "1")], token) == [second])
        #expect(await list([("paging_id", second)], token) == [first])
        #expect(await list([("kind", "deposit")], token) == [first])
        #expect(await list([("kind", "deposit"), ("kind", "withdrawal")], token) == [second, first])
        #expect(await list([("kind", "withdrawal-exchange")], token) == [])
        let time = Timestamp(PracticeSession.start + PracticeAnchor.step + 1).rfc3339
        #expect(await list([("no_older_than", time)], token) == [second])
        let other = try await practice.logIn(alice, [("memo", "1")])
        #expect(await list([], other) == [])
        #expect(await practice.get("/sep6/transaction", [("id", first)], token: other).status == 404)
        for bad in [
            [("limit", "0")], [("limit", "x")], [("paging_id", "x")], [("kind", "gift")], [("no_older_than", "x")],
            [("account", bob.address)],
        ] {
            #expect(await list(bad, token) == nil)
        }
        for bad in [[], [("id", "x"), ("external_transaction_id", "y")]] as [[(String, String)]] {
            #expect(await practice.get("/sep6/transaction", bad, token: token).status == 400)
        }
    }

    @Test(arguments: [
        ("GET", "/sep6", 404), ("GET", "/sep6/nothing", 404), ("POST", "/sep6/info", 405), ("GET", "/sep12", 401),
        ("GET", "/sep24", 404), ("POST", "/sep24/info", 405), ("GET", "/sep24/transactions/deposit/interactive", 405),
        ("GET", "/sep38", 404), ("POST", "/sep38/price", 405), ("DELETE", "/auth", 405), ("GET", "/auth/x", 404),
        ("GET", "/sep6/transactions/1", 405), ("OPTIONS", "/sep6/info", 204), ("GET", "/sep24/a/b/c/d", 404),
    ]) func `responds to unknown paths and wrong methods`(method: String, path: String, status: Int) async throws {
        let reply = await (try PracticeSession()).ask(method, path)
        #expect(reply.status == status)
        if status != 204 { #expect(!reply.reason.isEmpty) }
    }

    @Test func `does not serve Horizon's paths`() {
        for path in [[], ["transactions"], ["accounts", "x"], [".well-known"], [".well-known", "x"], ["friendbot"]] {
            #expect(!PracticeAnchor.serves(path))
        }
        for path in [["auth"], ["sep6", "info"], [".well-known", "stellar.toml"]] {
            #expect(PracticeAnchor.serves(path))
        }
    }

    @Test func `escapes the passphrase as TOML`() async throws {
        let accounts = try PracticeAccounts(network: Network(passphrase: "a \"b\" \\ \n\u{7f} ü"))
        let text = StellarTomlText(accounts: accounts, site: PracticeSession.site).text
        #expect(text.contains("NETWORK_PASSPHRASE = \"a \\\"b\\\" \\\\ \\u000a\\u007f ü\"\n"))
    }
}
