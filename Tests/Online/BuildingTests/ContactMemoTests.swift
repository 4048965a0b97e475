// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

/// Payments to the address of a contact that needs a memo.
struct ContactMemoTests {
    private let office = Office()

    private func keep(_ name: String, memo: Memo, id: UInt64? = nil) throws {
        let contact = try Contact(
            name: name, address: RecipientAddress(.account(try AccountID(address: Office.bob)), id: id), memo: memo,
            note: nil)
        try Contacts(office.context.journal()).keep([contact], replacing: false)
    }

    /// What is said of memos when a payment by address is built.
    private func told(memo: Memo? = nil) throws -> [String] {
        var builder = try TransactionBuilder(
            office.request { wanted in (wanted.sequence, wanted.memo) = (.number(200), memo) })
        let body = try office.pay(Office.bob, "1").body(in: &builder)
        _ = try builder.request(for: body)
        return builder.takeNotices().filter { $0.code == .memo && $0.severity == .warning }
            .map { $0.line(in: PlainStyle()) }
    }

    @Test func `a payment by address warns of the memo that the contact needs`() throws {
        #expect(try told().isEmpty)
        try keep("exchange", memo: .id(7241))
        let said = try told()
        #expect(said.count == 1)
        #expect(
            said[0].contains("a payment has no memo")
                && said[0].contains("the contact exchange, which needs id:7241: pay by name"))
    }

    @Test func `another memo is the user's choice`() throws {
        try keep("exchange", memo: .id(7241))
        #expect(try told(memo: .id(1)).isEmpty && told(memo: .id(7241)).isEmpty)
    }

    @Test func `two customers of one account are both named`() throws {
        try keep("cleo", memo: .id(1))
        try keep("dora", memo: .id(2))
        #expect(try told()[0].contains("cleo, which needs id:1, or dora, which needs id:2: pay"))
    }

    @Test func `of many contacts two are named`() throws {
        for id in 1...4 { try keep("user\(id)", memo: .id(UInt64(id))) }
        #expect(try told()[0].contains("user2, which needs id:2, or 2 more: pay by name"))
    }

    @Test func `an account of which a contact needs no memo is paid without a word`() throws {
        try keep("exchange", memo: .id(7241))
        try keep("plain", memo: .none)
        #expect(try told().isEmpty)
    }

    @Test func `an address with the id of a user needs none`() throws {
        try keep("user", memo: .none, id: 7)
        #expect(try told().isEmpty)
    }
}
