// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Practice

private let step = PracticeAnchor.step

struct SimulatedFaultTests {
    @Test func `only the exact amounts simulate a fault`() throws {
        for awkward in SimulatedFault.allCases {
            #expect(SimulatedFault(Amount(stroops: awkward.rawValue * Amount.stroopsPerUnit)) == awkward)
            #expect(SimulatedFault(Amount(stroops: awkward.rawValue * Amount.stroopsPerUnit + 1)) == nil)
        }
        #expect(SimulatedFault(try Amount("14")) == nil)
    }

    @Test func `amount 13 ends in an error`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let deposit = try await practice.deposit("13", token)
        let (withdrawal, memo) = try await practice.withdrawal("13", token)
        try await practice.pay(alice, "13", memo: memo)
        practice.wait(2 * step)
        for id in [deposit, withdrawal] {
            let end = try await practice.transaction(id, token)
            #expect(end["status"] == "error" && end["message"] != nil && end["completed_at"] == nil)
        }
        #expect(await practice.held(alice) == 487 * Amount.stroopsPerUnit)
    }

    @Test func `a deposit of 17 is refunded at the practice bank`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let id = try await practice.deposit("17", token)
        practice.wait(2 * step)
        let end = try await practice.transaction(id, token)
        #expect(end["status"] == "refunded" && end["refunded"] == true)
        #expect(end["refunds"]?["payments"]?.asArray?.first?["id_type"] == "external")
        #expect(await practice.held(alice) == 0)
    }

    @Test(arguments: [true, false]) func `amount 19 requires more customer data`(isDeposit: Bool) async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        // Data provided before the transfer do not count.
        func put(_ body: JSON) async -> Int {
            await practice.ask("PUT", "/sep12/customer", body: body.text(), token: token).status
        }
        #expect(await put(["tax_id": "old"]) == 202)
        practice.wait(step)
        var id = ""
        if isDeposit {
            id = try await practice.deposit("19", token)
        } else {
            let memo: Memo
            (id, memo) = try await practice.withdrawal("19", token)
            try await practice.pay(alice, "19", memo: memo)
        }
        practice.wait(2 * step)
        let asked = try await practice.transaction(id, token)
        #expect(asked["status"] == "pending_customer_info_update" && asked["user_action_required_by"] != nil)
        #expect(asked["required_customer_info_updates"] == ["tax_id"])
        practice.wait(100)
        #expect(try await practice.status(id, token) == "pending_customer_info_update")
        let customer = await practice.get("/sep12/customer", [("transaction_id", id)], token: token).json
        #expect(customer?["status"] == "NEEDS_INFO" && customer?["fields"]?["tax_id"] != nil)
        #expect(await put(["first_name": "Anna"]) == 202)
        practice.wait(step)
        #expect(try await practice.status(id, token) == "pending_customer_info_update")
        #expect(await put(["tax_id": "new"]) == 202)
        #expect(try await practice.status(id, token) == "pending_customer_info_update")
        practice.wait(step)
        #expect(try await practice.status(id, token) == "pending_anchor")
        practice.wait(2 * step)
        #expect(try await practice.status(id, token) == "completed")
    }

    @Test(arguments: [true, false]) func `amount 23 requires transaction information`(isDeposit: Bool) async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        var id = ""
        if isDeposit {
            id = try await practice.deposit("23", token)
        } else {
            let memo: Memo
            (id, memo) = try await practice.withdrawal("23", token)
            try await practice.pay(alice, "23", memo: memo)
        }
        func patch(_ body: String, _ token: String) async -> AnchorReply {
            await practice.ask("PATCH", "/sep6/transactions/\(id)", body: body, token: token)
        }
        let field = isDeposit ? "sender_reference" : "dest"
        let good = "{\"transaction\": {\"\(field)\": \"77\"}}"
        #expect(await patch(good, token).reason.contains("needs no information"))
        practice.wait(2 * step)
        let asked = try await practice.transaction(id, token)
        #expect(asked["status"] == "pending_transaction_info_update")
        #expect(asked["required_info_updates"]?["transaction"]?[field]?["description"] != nil)
        for bad in ["{}", "{\"transaction\": {}}", "{\"\(field)\": \"77\"}", "{\"transaction\": {\"\(field)\": \"\"}}"]
        {
            #expect(await patch(bad, token).status == 400)
        }
        #expect(await patch(good, try await practice.logIn(bob)).status == 404)
        #expect(await patch(good, token).status == 200)
        practice.wait(2 * step)
        let done = try await practice.transaction(id, token)
        #expect(done["status"] == "completed")
        if !isDeposit { #expect(done["to"] == "77") }
    }

    @Test func `a deposit of 29 is pending_trust before it completes`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let id = try await practice.deposit("29", token)
        practice.wait(2 * step)
        #expect(try await practice.status(id, token) == "pending_trust")
        practice.wait(2 * step)
        #expect(try await practice.status(id, token) == "completed")
    }

    @Test func `a deposit of 31 expires`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let id = try await practice.deposit("31", token)
        practice.wait(Transfer.shortTimeout - 1)
        #expect(try await practice.status(id, token) == "pending_user_transfer_start")
        practice.wait(1)
        #expect(try await practice.status(id, token) == "expired")
        practice.wait(1000)
        #expect(await practice.held(alice) == 0)
    }

    @Test func `a deposit of 37 is on hold before it completes`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        let id = try await practice.deposit("37", token)
        practice.wait(2 * step)
        #expect(try await practice.status(id, token) == "on_hold")
        practice.wait(2 * step)
        #expect(try await practice.status(id, token) == "completed")
    }

    @Test func `refunds a transfer if the customer does not respond within a day`() async throws {
        let practice = try PracticeSession()
        let token = try await practice.customer()
        try await practice.endow()
        let deposit = try await practice.deposit("19", token)
        let (withdrawal, memo) = try await practice.withdrawal("23", token)
        try await practice.pay(alice, "23", memo: memo)
        practice.wait(2 * step + Transfer.timeout)
        let later = try await practice.logIn(alice)
        #expect(try await practice.status(deposit, later) == "refunded")
        #expect(try await practice.status(withdrawal, later) == "refunded")
        #expect(await practice.held(alice) == 500 * Amount.stroopsPerUnit)
    }

    @Test func `keeps a limited number of transfers and removes ended ones first`() throws {
        func transfer(_ number: Int, _ status: Transfer.Status) -> Transfer {
            Transfer(
                id: "\(number)", owner: "", customer: "", origin: .sep6, direction: .withdrawal, isExchange: false,
                asset: .native, account: MuxedAccount(alice.id), memo: .id(UInt64(number)), method: .bank, pageKey: "",
                started: 0, status: status, since: 0)
        }
        var book = TransferBook()
        try book.add(transfer(1, .pendingAnchor), most: 3)
        try book.add(transfer(2, .completed), most: 3)
        try book.add(transfer(3, .expired), most: 3)
        try book.add(transfer(4, .pendingTrust), most: 3)
        #expect(book.all.map(\.id) == ["1", "3", "4"] && book.withdrawal(.id(2)) == nil)
        try book.add(transfer(5, .pendingTrust), most: 3)
        #expect(throws: AnchorProblem.self) { try book.add(transfer(6, .incomplete), most: 3) }
        #expect(book.all.map(\.id) == ["1", "4", "5"])
    }
}
