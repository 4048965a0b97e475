// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Journal
import LedgerAPI
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

struct BatchDraftTests {
    private let office = Office()

    private func batch(_ sheet: String, _ change: (inout BatchTerms) -> Void = { _ in }) throws -> BatchDraft {
        var terms = BatchTerms(context: office.context, network: NetworkSelection(.testnet), now: Office.now)
        (terms.source, terms.sequence) = (try AccountReference(text: Office.alice), .number(101))
        change(&terms)
        var batch = try BatchDraft(terms)
        try batch.read(sheet: Array(sheet.utf8), origin: "pay.csv")
        return batch
    }

    private func requests(_ batch: BatchDraft) throws -> BatchRequests {
        var batch = batch
        try batch.prepare()
        try batch.plan()
        #expect(try batch.shortage() == nil)
        return try batch.requests()
    }

    @Test func `turns a table into requests and records them in the journal`() throws {
        let sheet = "amount,destination,asset,memo\n1,\(Office.bob),XLM,\n2,\(Office.third),XLM,id:5\n"
        let requests = try requests(try batch(sheet))
        #expect(requests.transactions.map(\.envelope.innermost.seqNum) == [101, 102])
        #expect(requests.facts.map { $0.line(in: PlainStyle()) }.contains("requests  2, for 2 payments"))
        #expect(try requests.record())
        let journal = try office.context.journal()
        #expect(try requests.transactions.allSatisfy { try journal.signingRequest(hash: $0.hash) != nil })
    }

    @Test func `withdraws the requests that cannot be written and keeps those before`() throws {
        let sheet = "destination,amount,asset,memo\n\(Office.bob),1,XLM,\n\(Office.bob),2,XLM,id:5\n"
        let requests = try requests(try batch(sheet))
        _ = try requests.record()
        #expect(throws: Failure(.cannotCreate, "gone")) {
            try requests.writeEach { index throws(Failure) in
                if index == 1 { throw Failure(.cannotCreate, "gone") }
            }
        }
        let journal = try office.context.journal()
        let known = try requests.transactions.map { try journal.signingRequest(hash: $0.hash) != nil }
        #expect(known == [true, false])
    }

    @Test func `counts the lines while it reads them`() throws {
        var batch = try BatchDraft(
            BatchTerms(context: office.context, network: NetworkSelection(.testnet), now: Office.now))
        let lines = (1...3).map { "\(Office.alice),\(Office.bob),\($0),XLM" }
        var seen: [[Int]] = []
        try batch.read(
            sheet: Array((["source,destination,amount,asset"] + lines).joined(separator: "\n").utf8), origin: "pay.csv"
        ) {
            seen.append([$0, $1])
        }
        #expect(seen == [[0, 3], [1, 3], [2, 3]])
    }

    @Test func `lists every fault of every faulty line`() {
        let failure = #expect(throws: Failure.self) {
            try batch("destination,amount,asset\n\(Office.bob),0,XLM\nnobody,x,USD\n\(Office.bob),1,XLM\n")
        }
        #expect(failure?.message == "pay.csv: 2 of 3 lines cannot be used; nothing was done")
        #expect(
            failure?.details.map { String($0.wording.plain.prefix(10)) } == [
                "pay.csv:2:", "pay.csv:3:", "pay.csv:3:", "pay.csv:3:",
            ])
    }

    @Test(arguments: [
        "", "destination,amount,asset\n", "destination,amount\n\(Office.bob),1\n",
        "destination,amount,asset,colour\n", "destination,amount,asset\n\(Office.bob),1\n",
        "destination,amount,asset,memo\n\(Office.bob),1,XLM,secret\n", "\n", "destination,amount\nx,1\n",
        "destination,amount,asset,colour\n\(Office.bob),1,native,red\n",
        "destination,amount,asset,asset\n\(Office.bob),1,native,native\n",
        "destination,amount,asset,memo\n\(Office.bob),1,native\n",
        "destination,amount,asset,memo\n\(Office.bob),1,native,,\n",
        "destination,amount,asset,memo\n\(Office.bob),1,\"native,\n",
        "destination,amount,asset,memo\n\(Office.bob),1,na\"tive,\n",
    ])
    func `rejects an empty or malformed table`(text: String) {
        let failure = #expect(throws: Failure.self) { try batch(text) }
        #expect(failure?.kind == .badInput)
    }

    @Test func `rejects a table without a paying account`() {
        #expect(throws: Failure.self) {
            try batch("destination,amount,asset\n\(Office.bob),1,XLM\n") { $0.source = nil }
        }
    }

    @Test func `rejects --sequence with several payers, with channels or with --after-pending`() throws {
        let two = "destination,amount,asset,source\n\(Office.bob),1,XLM,\n\(Office.bob),1,XLM,\(Office.third)\n"
        let one = "destination,amount,asset\n\(Office.bob),1,XLM\n"
        let several = try batch(two)
        var lent = try batch(one)
        try lent.read(channels: Array(Office.third.utf8), origin: "channels.txt")
        for draft in [several, lent] {
            #expect(throws: Failure.self) { try requests(draft) }
        }
        var terms = BatchTerms(context: office.context, network: NetworkSelection(.testnet), now: Office.now)
        #expect(throws: Failure.self) { try terms.fill(["sequence": "101", "after-pending": ""]) }
    }

    // MARK: funding

    /// The shortage found for payments by Alice, who has 10 XLM, in the lines from 2 on.
    private func shortage(_ amounts: [String], to destination: String = Office.bob) throws -> BatchShortage? {
        let (alice, other) = (try MuxedAccount(address: Office.alice), try MuxedAccount(address: destination))
        let rows = try amounts.enumerated().map { index, amount in
            BatchRow(line: index + 2, source: alice, destination: other, asset: .native, amount: try Amount(amount))
        }
        var next: Int64 = 100
        let plan = try BatchPlan(rows, size: 1) { _ throws(Failure) in
            next += 1
            return next
        }
        let transactions = try plan.transactions.map { planned in
            let draft = TransactionDraft(
                source: planned.source, sequence: planned.sequence, feePerOperation: 100, conditions: .none,
                operations: planned.operations)
            return HashedTransaction(try draft.envelope(), on: .testnet)
        }
        var view = AnyLedger(
            try ShownLedger(accounts: [Office.alice: .init(lumens: "10.0000000"), Office.bob: .init()]).view())
        return try BatchCheck(
            plan: plan, transactions: transactions, origin: "pay.csv", now: Office.now, checksAccounts: true
        ).shortage(in: &view) { _, _ in }
    }

    @Test func `finds no shortage if the payer's balance covers the batch`() throws {
        #expect(try shortage(["4", "4.9"]) == nil)
    }

    @Test func `reports the first line not covered by the balance and the missing amount`() throws {
        let found = try #require(try shortage(["4", "4", "4", "4"]))
        #expect(found.failure.hint?.plain.contains("before line 4 are covered") == true)
        #expect(found.funding.missing == "7.00004 XLM")
        #expect(found.lines.count == 1 && found.lines[0].wording.plain.hasPrefix("pay.csv:4:"))
        #expect(found.funding.isOneAccount)
        #expect(found.text.first == .line(found.lines[0].wording))
        #expect(
            found.text.last
                == .table(
                    [
                        ["asset", "needed", "spendable", "missing", "runs out at"],
                        ["native", "16.00004", "9", "7.00004", "line 4"],
                    ], rightAligned: [1, 2, 3]))
        #expect(found.document["status"] == "underfunded")
        #expect(found.document["funding"]?.asArray?.map { $0["line"] } == [4])
    }

    @Test func `reports the line of a destination account that does not exist`() throws {
        let failure = #expect(throws: Failure.self) { try shortage(["1"], to: Office.third) }
        #expect(failure?.details.count == 1 && failure?.details.first?.wording.plain.hasPrefix("pay.csv:2:") == true)
    }
}
