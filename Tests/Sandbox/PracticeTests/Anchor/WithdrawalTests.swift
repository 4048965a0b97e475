// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerRules
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Practice

private let step = PracticeAnchor.step

struct WithdrawalTests {
    @Test(arguments: [("bank_account", "id"), ("cash", "hash")])
    func `completes a withdrawal after its payment`(type: String, memoType: String) async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let (id, memo) = try await practice.withdrawal("200", token, [("type", type), ("dest", "42")])
        let begun = try await practice.transaction(id, token)
        #expect(begun["status"] == "pending_user_transfer_start" && begun["user_action_required_by"] != nil)
        #expect(begun["withdraw_memo_type"]?.asString == memoType && memo.kind == memoType)
        #expect(begun["withdraw_anchor_account"]?.asString == distributionKey.address)
        practice.wait(100)
        #expect(try await practice.status(id, token) == "pending_user_transfer_start")
        try await practice.pay(alice, "200", memo: memo)
        #expect(try await practice.status(id, token) == "pending_anchor")
        practice.wait(step)
        let between = type == "cash" ? "pending_user_transfer_complete" : "pending_external"
        #expect(try await practice.status(id, token) == between)
        practice.wait(step)
        let done = try await practice.transaction(id, token)
        #expect(done["status"] == "completed" && done["amount_out"] == "197" && done["amount_fee"] == "3")
        #expect(done["from"]?.asString == alice.address && done["to"] == "42")
        let hash = try #require(await practice.ledger.snapshot().records.last).hash.hex
        #expect(done["stellar_transaction_id"]?.asString == hash && done["external_transaction_id"] != nil)
        #expect(
            await practice.get("/sep6/transaction", [("stellar_transaction_id", hash)], token: token)
                .json?["transaction"]?["id"]?.asString == id)
        // The times are those of the events, not of the requests.
        #expect(done["completed_at"]?.asString == Timestamp(PracticeSession.start + step + 100 + 2 * step).rfc3339)
    }

    @Test func `ignores payments with another memo, asset or destination`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let (id, memo) = try await practice.withdrawal("100", token)
        guard case .id(let number) = memo else { throw PracticeSession.Missing() }
        try await practice.pay(alice, "100", memo: .none)
        try await practice.pay(alice, "100", memo: .id(number + 1))
        try await practice.pay(alice, "100", memo: .text(Opaque<28>(Array("\(number)".utf8)) ?? Opaque()))
        try await practice.pay(alice, "100", memo: memo, .native)
        try await practice.send(
            alice, memo: memo,
            .payment(PaymentOp(destination: MuxedAccount(issuerKey.id), asset: srt, amount: 1_000_000_000)))
        #expect(try await practice.status(id, token) == "pending_user_transfer_start")
        try await practice.pay(alice, "100", memo: memo)
        #expect(try await practice.status(id, token) == "pending_anchor")
    }

    @Test(arguments: ["99.9999999", "100.0000001", "1"])
    func `refunds a payment of another amount`(amount: String) async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let (id, memo) = try await practice.withdrawal("100", token)
        try await practice.pay(alice, amount, memo: memo)
        practice.wait(step)
        let back = try await practice.transaction(id, token)
        #expect(back["status"] == "refunded" && back["message"]?.asString?.contains("not of 100") == true)
        #expect(back["refunds"]?["amount_refunded"]?.asString == amount && back["amount_out"] == "0")
        let record = try #require(await practice.ledger.snapshot().records.last)
        #expect(back["refunds"]?["payments"]?.asArray?.first?["id"]?.asString == record.hash.hex)
        #expect(record.envelope.innermost.memo == memo)
        #expect(await practice.held(alice) == 500 * Amount.stroopsPerUnit)
    }

    @Test func `refunds with the client's refund memo`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let (id, memo) = try await practice.withdrawal(
            "17", token, [("type", "cash"), ("refund_memo", "back"), ("refund_memo_type", "text")])
        try await practice.pay(alice, "17", memo: memo)
        practice.wait(step)
        #expect(try await practice.status(id, token) == "refunded")
        #expect(await practice.ledger.snapshot().records.last?.envelope.innermost.memo.value == "back")
    }

    @Test func `accepts any amount within the limits if none was agreed`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let (good, memo) = try await practice.withdrawal(nil, token)
        let (bad, other) = try await practice.withdrawal(nil, token)
        try await practice.pay(alice, "50.5", memo: memo)
        try await practice.pay(alice, "4", memo: other)
        practice.wait(2 * step)
        let done = try await practice.transaction(good, token)
        #expect(done["status"] == "completed" && done["amount_in"] == "50.5" && done["amount_out"] == "48.995")
        #expect(try await practice.status(bad, token) == "refunded")
    }

    @Test func `expires and refunds a late payment`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let (id, memo) = try await practice.withdrawal("31", token)
        practice.wait(Transfer.shortTimeout)
        // The payment is in the ledger before the next request, but still too late.
        try await practice.pay(alice, "31", memo: memo)
        #expect(try await practice.status(id, token) == "pending_anchor")
        practice.wait(step)
        let back = try await practice.transaction(id, token)
        #expect(back["status"] == "refunded" && back["message"]?.asString?.contains("too late") == true)
        let (other, _) = try await practice.withdrawal("31", token)
        practice.wait(Transfer.shortTimeout)
        #expect(try await practice.status(other, token) == "expired")
    }

    @Test func `accepts a timely payment that is noticed later`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let (id, memo) = try await practice.withdrawal("31", token)
        try await practice.pay(alice, "31", memo: memo)
        practice.wait(600)
        #expect(try await practice.status(id, token) == "completed")
    }

    @Test func `a refund that the ledger rejects ends in an error`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow(alice, "17")
        let (id, memo) = try await practice.withdrawal("17", token)
        try await practice.pay(alice, "17", memo: memo)
        try await practice.send(alice, .changeTrust(ChangeTrustOp(line: srt.asTrustLine, limit: 0)))
        practice.wait(step)
        let failed = try await practice.transaction(id, token)
        #expect(failed["status"] == "error" && failed["message"]?.asString?.contains("op_no_trust") == true)
    }
}
