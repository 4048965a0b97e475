// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Practice

private let step = PracticeAnchor.step

struct DepositTests {
    @Test func `an unused anchor does not change the ledger`() async throws {
        let practice = try PracticeSession()
        practice.wait(100)
        await practice.anchor.advance()
        let snapshot = await practice.ledger.snapshot()
        #expect(snapshot.records.isEmpty && snapshot.state.accounts.count == 2)
    }

    @Test func `only the first request creates the anchor's accounts`() async throws {
        let practice = try PracticeSession()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { await practice.get("/.well-known/stellar.toml").status } }
            for await status in group { #expect(status == 200) }
        }
        #expect(await practice.ledger.snapshot().records.count == 3)
        let issuer = try #require(await practice.account(issuerKey))
        #expect(issuer.homeDomain.bytes == Array("127.0.0.1:8000".utf8))
        #expect(await practice.held(distributionKey) == 1_000_000_000 * Amount.stroopsPerUnit)
    }

    @Test func `a deposit arrives less its fee without a further request`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let id = try await practice.deposit("100", token, [("memo_type", "text"), ("memo", "rent")])
        #expect(try await practice.status(id, token) == "pending_user_transfer_start")
        practice.wait(step)
        #expect(try await practice.status(id, token) == "pending_anchor")
        #expect(await practice.held(alice) == 0)
        practice.wait(step)
        // No request is needed; time alone triggers the payment.
        await practice.anchor.advance()
        #expect(await practice.held(alice) == 98 * Amount.stroopsPerUnit)
        let record = try #require(await practice.ledger.snapshot().records.last)
        #expect(record.envelope.innermost.memo.value == "rent")
        let done = try await practice.transaction(id, token)
        #expect(done["status"] == "completed" && done["stellar_transaction_id"]?.asString == record.hash.hex)
        #expect(done["amount_in"] == "100" && done["amount_out"] == "98" && done["amount_fee"] == "2")
        #expect(done["fee_details"]?["total"] == "2" && done["fee_details"]?["asset"]?.asString == srtName)
        #expect(done["deposit_memo"] == "rent" && done["to"]?.asString == alice.address)
        practice.wait(1000)
        await practice.anchor.advance()
        #expect(await practice.held(alice) == 98 * Amount.stroopsPerUnit)
    }

    @Test func `pays each deposit once despite concurrent calls`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        for _ in 0..<5 { _ = try await practice.deposit("100", token) }
        practice.wait(2 * step)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await practice.anchor.advance() } }
        }
        #expect(await practice.held(alice) == 490 * Amount.stroopsPerUnit)
    }

    @Test func `waits for a trustline, and then pays`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer(trusts: false)
        let id = try await practice.deposit("100", token)
        practice.wait(2 * step)
        #expect(try await practice.status(id, token) == "pending_trust")
        practice.wait(1000)
        #expect(try await practice.status(id, token) == "pending_trust")
        try await practice.trust(alice)
        #expect(try await practice.status(id, token) == "completed")
        #expect(await practice.held(alice) == 98 * Amount.stroopsPerUnit)
    }

    @Test func `refunds a deposit if the trustline is never created`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer(trusts: false)
        let id = try await practice.deposit("100", token)
        practice.wait(2 * step)
        #expect(try await practice.status(id, token) == "pending_trust")
        practice.wait(Transfer.timeout)
        let fresh = try await practice.logIn(alice)
        let given = try await practice.transaction(id, fresh)
        #expect(given["status"] == "refunded" && given["amount_out"] == "0")
    }

    @Test func `pays by claimable balance if the client supports it`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer(trusts: false)
        let id = try await practice.deposit("100", token, [("claimable_balance_supported", "true")])
        practice.wait(2 * step)
        let done = try await practice.transaction(id, token)
        let balances = await practice.ledger.snapshot().state.claimableBalances
        let balance = try #require(balances.values.first)
        #expect(done["status"] == "completed" && done["claimable_balance_id"]?.asString == Hex.encode(balance.id.xdr))
        #expect(balance.amount == 98 * Amount.stroopsPerUnit && balance.asset == srt)
        try await practice.trust(alice)
        try await practice.send(alice, .claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: balance.id)))
        #expect(await practice.held(alice) == 98 * Amount.stroopsPerUnit)
    }

    @Test func `creates a missing account and waits for its trustline`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let query = [("asset_code", "SRT"), ("account", carol.address), ("amount", "50")]
        let id = try #require(try await practice.begin("deposit", query, token)["id"]?.asString)
        practice.wait(2 * step)
        #expect(try await practice.status(id, token) == "pending_trust")
        #expect(await practice.account(carol)?.balance == 30_000_000)
        try await practice.trust(carol)
        #expect(try await practice.status(id, token) == "completed")
        #expect(await practice.held(carol) == 485_000_000)
    }

    @Test func `reports the required customer data before it accepts a transfer`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.logIn(alice)
        let query = [("asset_code", "SRT"), ("account", alice.address)]
        let first = await practice.get("/sep6/deposit", query, token: token)
        #expect(first.status == 403 && first.json?["type"] == "non_interactive_customer_info_needed")
        #expect(first.json?["fields"] == ["first_name", "last_name", "email_address"])
        let body: JSON = ["first_name": "A", "last_name": "B", "email_address": "a@b"]
        _ = await practice.ask("PUT", "/sep12/customer", body: body.text(), token: token)
        let second = await practice.get("/sep6/deposit", query, token: token)
        #expect(second.json?["fields"] == ["email_address_verification"])
        let code: JSON = ["email_address_verification": "123456"]
        _ = await practice.ask("PUT", "/sep12/customer", body: code.text(), token: token)
        let third = await practice.get("/sep6/deposit", query, token: token)
        #expect(third.status == 403 && third.json?["type"] == "customer_info_status")
        #expect(third.json?["status"] == "pending")
        practice.wait(step)
        #expect(await practice.get("/sep6/deposit", query, token: token).status == 200)
        let withdraw = await practice.get(
            "/sep6/withdraw", [("asset_code", "SRT"), ("type", "cash")], token: token)
        #expect(withdraw.json?["fields"] == ["birth_date", "bank_account_number"])
    }

    /// `A` stands for Alice's address.
    @Test(arguments: [
        ("deposit", "account=A", "asset_code"), ("deposit", "asset_code=SRT", "account"),
        ("deposit", "asset_code=USD&account=A", "currency"), ("deposit", "asset_code=native&account=A", "currency"),
        ("deposit", "asset_code=SRT&account=nobody", "account"),
        ("deposit", "asset_code=SRT&account=A&amount=4.9999999", "amount"),
        ("deposit", "asset_code=SRT&account=A&amount=1000.0000001", "amount"),
        ("deposit", "asset_code=SRT&account=A&amount=-5", "amount"),
        ("deposit", "asset_code=SRT&account=A&amount=1e2", "amount"),
        ("deposit", "asset_code=SRT&account=A&type=SEPA", "type"),
        ("deposit", "asset_code=SRT&account=A&memo=x", "memo_type"),
        ("deposit", "asset_code=SRT&account=A&memo=x&memo_type=id", "memo"),
        ("deposit", "asset_code=SRT&account=A&memo=x&memo_type=return", "memo_type"),
        ("deposit", "asset_code=SRT&account=A&memo_type=id", "memo"),
        ("deposit", "asset_code=SRT&account=A&claimable_balance_supported=yes", "claimable_balance_supported"),
        ("deposit", "asset_code=SRT&account=A&quote_id=x", "quote"), ("withdraw", "asset_code=SRT", "type"),
        ("withdraw", "asset_code=SRT&type=crypto", "type"),
        ("withdraw", "asset_code=SRT&type=cash&refund_memo=1", "refund_memo"),
        ("withdraw", "asset_code=SRT&type=cash&amount=1001", "amount"),
        ("deposit-exchange", "destination_asset=SRT&account=A&amount=9", "source_asset"),
        ("deposit-exchange", "destination_asset=SRT&source_asset=iso4217:USD&account=A", "amount"),
        ("deposit-exchange", "destination_asset=SRT&source_asset=iso4217:EUR&account=A&amount=9", "source_asset"),
        ("withdraw-exchange", "source_asset=native&destination_asset=iso4217:USD&type=cash&amount=9", "source_asset"),
    ]) func `rejects transfers with invalid parameters`(name: String, query: String, word: String) async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let fields = query.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=").map(String.init)
            return (sides[0], sides[1] == "A" ? alice.address : sides[1])
        }
        let reply = await practice.get("/sep6/\(name)", fields, token: token)
        #expect(reply.status == 400 && reply.reason.contains(word), "\(reply.status) \(reply.reason)")
        let list = await practice.get("/sep6/transactions", [("asset_code", "SRT")], token: token)
        #expect(list.json?["transactions"] == [])
    }
}
