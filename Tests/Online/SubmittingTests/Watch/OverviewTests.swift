// SPDX-License-Identifier: Apache-2.0

import Codec
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Submitting

/// What an overview and the lookups of an account show.
struct OverviewTests {
    private let recorded = RecordedAccount()
    private let alice: AccountID
    private let bob: AccountID

    init() throws {
        alice = try AccountID(address: RecordedAccount.alice)
        bob = try AccountID(address: RecordedAccount.bob)
    }

    private func keepBob() throws {
        let contact = try Contact(name: "bob", account: RecordedAccount.bob, memo: nil, note: nil)
        try Contacts(recorded.context.journal()).keep([contact], replacing: false)
    }

    // MARK: one account

    @Test func `an account is shown with the user's names for its signers`() throws {
        try keepBob()
        var view = try recorded.view()
        let details = try AccountDetails(of: alice, in: &view, context: recorded.context)
        let lines = details.text.plain
        #expect(lines.first == "account     \(RecordedAccount.alice)")
        #expect(lines.contains("signer      \(RecordedAccount.bob) weight 1 (bob)"))
        #expect(lines.contains("thresholds  low 0, medium 2, high 2"))
        #expect(lines.contains("domain      example.com (its own claim)"))
        #expect(lines.last == "memo        payments to this account need one (SEP-29)")
        #expect(details.document["signers"]?.asArray?.first?["name"] == "bob")
        #expect(details.document["sequence"] == "9007199254740993")
    }

    @Test func `rejects an account that does not exist, and creates no journal`() throws {
        var view = try recorded.view()
        let failure = #expect(throws: Failure.self) {
            try AccountDetails(of: bob, in: &view, context: recorded.context)
        }
        #expect(failure?.message.contains("does not exist on") == true)
        #expect(!recorded.hasJournal)
    }

    // MARK: payments

    @Test func `an exchange is shown from the account's own side`() throws {
        var notices: [Notice] = []
        let list = try PaymentList(
            of: alice, limit: 20, after: nil, in: AnyLedger(try recorded.view()), context: recorded.context,
            noting: &notices)
        #expect(notices.isEmpty)
        guard case .table(let rows, let rightAligned, let strong)? = list.text.first else {
            Issue.record("there is no table")
            return
        }
        #expect(rightAligned == [2] && strong == [2])
        #expect(rows.map { $0[1] } == ["received", "received"])
        #expect(rows.map { $0[2...3].joined(separator: " ") } == ["0.1 USDC", "1.25 XLM"])
        #expect(rows[0][6].hasPrefix("sent as "))
        #expect(rows[1][6].isEmpty)
        #expect(list.document["payments"]?.asArray?.count == 2)
        #expect(!recorded.hasJournal)
    }

    @Test func `rejects the payments of an account that was never seen`() throws {
        let ledger = AnyLedger(try recorded.view())
        var notices: [Notice] = []
        #expect(throws: Failure(.badInput, "the account \(RecordedAccount.bob) was never seen")) {
            try PaymentList(
                of: bob, limit: 20, after: nil, in: ledger, context: recorded.context, noting: &notices)
        }
    }

    // MARK: all accounts

    @Test func `an overview names accounts, and says which do not exist`() throws {
        try keepBob()
        var view = AnyLedger(try recorded.view())
        var notices: [Notice] = []
        let overview = try NetworkOverview(
            of: [alice, bob], payments: 5, contacts: try recorded.context.contacts(), pending: [], withTokens: true,
            context: recorded.context, in: &view, noting: &notices)
        let accounts = overview.document { _ in .null }["accounts"]?.asArray
        #expect(accounts?.map { $0["exists"] } == [true, false])
        #expect(accounts?.map { $0["name"] } == [.null, "bob"])
        #expect(accounts?.map { $0["payments"]?.asArray?.count } == [2, 0])
        #expect(recorded.paymentRequests == 1)
    }

    @Test func `an overview without payments asks for none`() throws {
        var view = AnyLedger(try recorded.view())
        var notices: [Notice] = []
        let overview = try NetworkOverview(
            of: [alice], payments: 0, contacts: [], pending: [], withTokens: true, context: recorded.context,
            in: &view, noting: &notices)
        #expect(overview.accounts.first?.overview.payments.isEmpty == true)
        #expect(recorded.paymentRequests == 0)
    }

    @Test func `without a journal nothing is pending`() throws {
        #expect(try NetworkOverview.pending(on: .testnet, in: nil, now: 0).isEmpty)
        let journal = try recorded.context.journal()
        #expect(try NetworkOverview.pending(on: .testnet, in: journal, now: 0).isEmpty)
    }
}
