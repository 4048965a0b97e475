// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import Testing
import TextCodec
import XDR

struct LastScreenTests {
    private func text(_ reviews: [Review], columns: Int = 80, rows: Int = 24) -> String {
        LastScreen(reviews).text(on: Screen(columns: columns), rows: rows)
    }

    private func packed(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private func rows(_ text: String, _ columns: Int) -> Int {
        text.split(separator: "\n").reduce(0) { $0 + TerminalText.rows(of: String($1), columns: columns).count }
    }

    private func paying(_ people: [Person], _ asset: (Int) -> Asset = { _ in .native }) -> [Operation] {
        people.enumerated().map { index, person in
            operation(.payment(PaymentOp(destination: person.muxed, asset: asset(index), amount: units("1"))))
        }
    }

    private static let sizes: [(Int, Int)] = [(80, 23), (80, 12), (40, 9), (50, 10), (132, 40), (80, 200)]

    @Test(arguments: sizes)
    func `summarises a hundred payments within the terminal and shows an unknown recipient in full`(
        columns: Int, rows: Int
    ) {
        let book = Book(contacts: [Contact(name: "bob", account: bob.account)])
        let scenario = Scenario {
            $0.operations = self.paying([mallory] + Array(repeating: bob, count: 99))
            $0.setUp = { $0.book = book }
        }
        let text = text([scenario.review], columns: columns, rows: rows)
        #expect(self.rows(text, columns) <= rows, "\(text)")
        let packed = packed(text)
        #expect(packed.hasPrefix("Summary:testnet(idcee0302d)"))
        #expect(packed.contains("100XLM") && packed.contains("100operations,2recipients"))
        #expect(packed.contains("W-NEWDEST:") && packed.contains(mallory.account.address))
    }

    @Test(arguments: sizes)
    func `many recipients, assets and holds fit the rows of the terminal`(columns: Int, rows: Int) {
        let people = (0..<99).map { Person(name: "payee \($0)") }
        let assets = (0..<99).map { asset("A\($0)") }
        let scenario = Scenario {
            $0.operations = self.paying(people) { assets[$0] } + [operation(.accountMerge(mallory.muxed))]
        }
        let text = text([scenario.review], columns: columns, rows: rows)
        // The facts, one outflow and a merge's two addresses take 13 rows of 40 columns.
        #expect(self.rows(text, columns) <= max(rows, 13), "\(text)")
        #expect(text.contains("HOLD W-MERGE") && packed(text).contains(mallory.account.address))
        #expect(rows > 100 || text.contains(" more"))
    }

    @Test func `lists holds before warnings and shows every unknown destination`() throws {
        let scenario = Scenario {
            $0.operations =
                self.paying([bob, carol, mallory]) + [
                    operation(.accountMerge(mallory.muxed)), options { $0.homeDomain = bytes("a.com") },
                ]
        }
        let text = text([scenario.review], rows: 60)
        let places = try ["HOLD W-MERGE", "HOLD W-HOMEDOM", "WARN W-NEWDEST"].map {
            try #require(text.firstRange(of: $0)?.lowerBound)
        }
        #expect(places == places.sorted())
        #expect(text.ranges(of: "WARN W-NEWDEST").count == 3)
        for person in [bob, carol, mallory] { #expect(packed(text).contains(person.account.address)) }
    }

    @Test func `merges identical findings into one with their count`() {
        let scenario = Scenario { $0.operations = self.paying(Array(repeating: mallory, count: 7)) }
        let text = text([scenario.review]).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(text.contains("is not in the book") && text.contains("(7 times, first in operation 1)"))
        #expect(text.contains("7 operations, 1 recipient;"))
    }

    @Test func `includes the findings of a second signing key`() {
        let first = Scenario { $0.setUp = { $0.key = SigningKey(alice.account) } }.review
        let second = Scenario { $0.setUp = { $0.key = SigningKey(carol.account) } }.review
        #expect(!text([first]).contains("W-KEY:"))
        #expect(
            text([first, second]).contains("HOLD W-KEY")
                && packed(text([first, second])).contains(carol.account.address))
    }

    @Test func `truncates a long operation to fit the rows`() {
        let value = SCVal.string(bytes(String(repeating: "y", count: 5000)))
        let scenario = Scenario { $0.operations = [invoke(.invokeContract(call("transfer", [value])))] }
        let text = text([scenario.review], rows: 12)
        #expect(rows(text, 80) <= 12 && text.contains("...") && text.contains("contract"))
        #expect(packed(text).contains("unbounded(contractcall)"))
    }

    @Test func `is printable ASCII, and coloured output differs only in colour codes`() {
        let scenario = Scenario {
            $0.operations = [data("a\u{9b}31m", "b\0c"), options { $0.homeDomain = bytes("a\"b\nc\u{1b}[2J") }]
        }
        let last = LastScreen([scenario.review])
        let plain = last.text(on: Screen(), rows: 24)
        #expect(plain.utf8.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0x0a })
        let painted = last.text(on: Screen(colours: true), rows: 24)
        #expect(painted != plain && painted.replacing(/\u{1b}\[[0-9;]+m/, with: "") == plain)
    }

    @Test func `summarises a batch in the same form`() {
        var batch = BatchReview(on: .testnet, now: now)
        for index in 0..<30 {
            let scenario = Scenario {
                $0.sequence = Int64(101 + index)
                $0.operations = self.paying([index == 0 ? mallory : bob])
                $0.setUp = { $0.book = Book(contacts: [Contact(name: "bob", account: bob.account)]) }
            }
            batch.add(scenario.review, line: index + 1)
        }
        let text = LastScreen(batch).text(on: Screen(), rows: 12)
        let line = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(line.contains("batch of 30 transactions, 30 operations, 2 recipients; max fee 0.0003 XLM"))
        #expect(text.contains("30 XLM") && packed(text).contains(mallory.account.address) && rows(text, 80) <= 12)
    }
}

struct SignatureCandidateTests {
    private func keys(_ count: Int, ending: SignatureHint) -> [AccountID] {
        (0..<count).compactMap { number in
            Uint256((0..<28).map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 2))) } + ending.bytes).map {
                .ed25519($0)
            }
        }
    }

    @Test(arguments: [(19, 1, false), (20, 1, true), (39, 2, true), (19, 3, false)])
    func `refuses an envelope when too many accounts match its signature hints`(
        others: Int, signatures: Int, isRefused: Bool
    ) {
        let hint = SignatureHint.last(of: alice.account.key.bytes)
        let scenario = Scenario {
            $0.signers = Array(repeating: alice, count: signatures)
            $0.setUp = { $0.candidates = self.keys(others, ending: hint) }
        }
        let review = scenario.review
        let refusals = review.findings.filter { $0.level == .refuse }
        #expect(refusals.map(\.rule) == (isRefused ? [.malformed] : []), "\(refusals.map(\.message))")
        #expect(review.signatures.allSatisfy { $0.isValid != isRefused })
    }
}
