// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing
import Workspace

@testable import Building

struct BatchPlanTests {
    /// Payments of 1 XLM to Bob, one per payer given, in the lines from 2 on.
    private func rows(_ payers: [(source: String, memo: String?)]) throws -> [BatchRow] {
        let bob = try MuxedAccount(address: Office.bob)
        return try payers.enumerated().map { index, payer in
            BatchRow(
                line: index + 2, source: try MuxedAccount(address: payer.source), destination: bob, asset: .native,
                amount: try Amount("1"), memo: try payer.memo.map { try Memo(argument: $0) } ?? .none)
        }
    }

    private func plan(
        _ rows: [BatchRow], size: Int = 100, channels: [String] = [], from first: Int64 = 101
    ) throws -> BatchPlan {
        let channels = try channels.map { try AccountID(address: $0) }
        return try BatchPlan(rows, size: size, channels: channels) { _ throws(Failure) in first }
    }

    @Test func `splits payments into transactions with consecutive sequence numbers, in file order`() throws {
        let plan = try plan(try rows(Array(repeating: (Office.alice, nil), count: 5)), size: 2)
        #expect(plan.transactions.map(\.sequence) == [101, 102, 103])
        #expect(plan.transactions.map { $0.rows.map(\.line) } == [[2, 3], [4, 5], [6]])
        #expect(plan.longestQueue == 3)
        #expect(plan.channels == nil)
    }

    @Test func `puts payments with different payers or memos into separate transactions`() throws {
        let plan = try plan(
            try rows([(Office.alice, nil), (Office.third, nil), (Office.alice, "id:1"), (Office.alice, nil)]))
        #expect(plan.transactions.map { $0.rows.map(\.line) } == [[2, 5], [3], [4]])
        #expect(plan.transactions.map(\.sequence) == [101, 101, 102])
        #expect(plan.transactions.allSatisfy { $0.operations.allSatisfy { $0.sourceAccount == nil } })
    }

    @Test func `distributes transactions over channels in turn with the payer as operation source`() throws {
        let plan = try plan(
            try rows(Array(repeating: (Office.alice, nil), count: 5)), size: 2, channels: [Office.third, Office.issuer])
        #expect(plan.transactions.map(\.source.address) == [Office.third, Office.issuer, Office.third])
        #expect(plan.transactions.map(\.sequence) == [101, 101, 102])
        #expect(plan.transactions.allSatisfy { $0.operations.allSatisfy { $0.sourceAccount?.address == Office.alice } })
        #expect(plan.channels == 2)
        #expect(plan.longestQueue == 2)
        #expect(plan.sources.count == 3)
    }

    @Test func `rejects a plan that exceeds the largest sequence number`() throws {
        let rows = try rows(Array(repeating: (Office.alice, nil), count: 3))
        #expect(throws: Failure.self) { try plan(rows, size: 1, from: .max - 1) }
    }

    @Test func `chooses the first sequence number of each account once`() throws {
        var asked: [AccountID] = []
        let rows = try rows([(Office.alice, nil), (Office.third, nil), (Office.alice, "id:1")])
        _ = try BatchPlan(rows) { id throws(Failure) in
            asked.append(id)
            return 1
        }
        #expect(asked.map(\.address) == [Office.alice, Office.third])
    }

    @Test func `totals payments beyond the largest amount without overflow`() throws {
        var rows = try rows(Array(repeating: (Office.alice, nil), count: 3))
        let most = BatchRow(
            line: 5, source: rows[0].source, destination: rows[0].destination, asset: .native, amount: .max)
        rows += [most, most]
        let totals = BatchTotals(rows)
        #expect(totals.totals.map(\.count) == [5])
        #expect(totals.totals.first?.sum == 2 * Int128(Int64.max) + 30_000_000)
        #expect(totals.notices.map { $0.line(in: PlainStyle()) }.first?.hasSuffix("in 5 payments") == true)
    }

    // MARK: channels

    private func channels(_ text: String) throws -> BatchChannels {
        try BatchChannels(Array(text.utf8), origin: "channels.txt")
    }

    @Test func `reads one channel per line and skips comments and empty lines`() throws {
        let found = try channels("# two\n\n \(Office.third)\t\n\(Office.issuer)")
        #expect(found.accounts.map(\.address) == [Office.third, Office.issuer])
    }

    @Test func `rejects a channel list that is empty, malformed, or contains duplicates or a payer`() throws {
        for text in ["", "# none\n", "bob\n", "\(Office.third)\n\(Office.third)\n"] {
            #expect(throws: Failure.self) { try channels(text) }
        }
        #expect(throws: Failure.self) { try BatchChannels([0xff, 0x0a], origin: "channels.txt") }
        let own = try channels("\(Office.third)\n\(Office.alice)\n")
        let payments = try rows([(Office.alice, nil)])
        let failure = #expect(throws: Failure.self) { try own.checkApart(from: payments) }
        #expect(
            failure?.details.map(\.wording.plain) == [
                "channels.txt:2: \(Office.alice) is the payer and cannot also be a channel"
            ])
    }
}
