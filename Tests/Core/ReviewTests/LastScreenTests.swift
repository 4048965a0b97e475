// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import StellarXDR
import Testing

@testable import Review

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

    // MARK: every size

    /// Reviews with what a person compares: recipients, holds with long sentences, other assets, a new signer.
    private var everyday: [(review: Review, sent: String)] {
        let book = Book(
            contacts: [Contact(name: "bob", account: bob.account)], accounts: [KnownAccount(account: alice.account)])
        let others = (0..<20).map { Person(name: "payee \($0)") }
        let lists: [([Operation], String)] = [
            ([pay(bob)], "10XLM"), ([pay(bob, usdc)], "10USDC"),
            ([pay(bob), adding(mallory, 5)], "10XLM"), ([pay(bob), options { $0.masterWeight = 0 }], "10XLM"),
            ([pay(bob)] + others.map { pay($0) }, "210XLM"),
            ([pay(bob)] + (0..<3).map { adding(others[$0], 2) } + [homeDomain()], "10XLM"),
        ]
        return lists.map { operations, sent in
            let review = Scenario {
                $0.operations = operations
                $0.setUp = { $0.book = book }
            }.review
            return (review, sent)
        }
    }

    @Test(arguments: [30, 31, 34, 40, 47, 60, 72, 80, 100, 120])
    func `shows what a person compares, and each value above its question, at every size`(columns: Int) {
        for (review, sent) in everyday {
            let questions = review.holds.map { HoldQuestion($0) }
            for height in [12, 13, 14, 15, 16, 18, 20, 22, 24, 27, 32, 40, 50] {
                // One question at a time, or the one for a yes.
                for asked in questions.isEmpty ? [nil] : questions.map({ Optional($0) }) {
                    let prompt =
                        asked.map { "\($0.rule.rawValue): to go on, type \($0.value): \($0.value)" } ?? "sign? "
                    let rows = height - TerminalText.rows(of: prompt, columns: columns).count
                    let text = LastScreen([review]).text(
                        on: Screen(columns: columns), columns: columns, rows: rows,
                        asked: asked.map { [LastScreen.Asked($0)] } ?? [])
                    #expect(self.rows(text, columns) <= rows, "\(columns)x\(height)\n\(text)")
                    let packed = packed(text)
                    #expect(packed.hasPrefix("Summary:testnet(idcee0302d)") && packed.contains(sent), "\(text)")
                    for word in review.hash.map({ CheckWords.words(of: $0) }) ?? [] {
                        #expect(packed.contains(word), "\(columns)x\(height)\n\(text)")
                    }
                    // The first recipient in full: Bob with his name, or one that a finding names.
                    let people = [bob] + (0..<20).map { Person(name: "payee \($0)") }
                    #expect(people.contains { packed.contains($0.account.address) }, "\(columns)x\(height)\n\(text)")
                    if !packed.contains(bob.account.address) { #expect(packed.contains("recipients")) }
                    if packed.contains("To" + bob.account.address) { #expect(packed.contains("[book:\"bob\"]")) }
                    guard let asked else { continue }
                    let line = text.split(separator: "\n").first { $0.contains("\(asked.rule.rawValue):") }
                    #expect(line != nil && packed.contains(asked.value), "\(columns)x\(height)\n\(text)")
                }
            }
        }
    }

    @Test func `a long sentence keeps the address that is to be typed, and marks each cut`() throws {
        let others = (0..<9).map { Person(name: "payee \($0)") }
        var phrase: Phrase = "one"
        for person in others { phrase.append(", or \(person.account)") }
        let last = try #require(others.last?.account.address)
        let bounded = phrase.bounded(keeping: String(last.suffix(6)))
        #expect(bounded.plain.hasSuffix(last) && bounded.plain.contains("... "))
        for person in others[3..<8] { #expect(!bounded.plain.contains(person.account.address)) }
        let words: Phrase = "\(plain: String(repeating: "long words ", count: 40))"
        #expect(words.bounded(keeping: "12.5").plain.hasSuffix("... 12.5"))
        #expect(words.bounded(keeping: nil).plain.hasSuffix("... "))
        let times = Phrase((0..<100).map { "\(Timestamp(UInt64($0)))" as Phrase }, separator: ", ")
        #expect(times.bounded(keeping: nil).plain.utf8.count < 600)
    }

    @Test func `shows the memo and the recipients that findings name first`() {
        let review = Scenario {
            $0.operations =
                (0..<30).map { pay(Person(name: "payee \($0)")) } + [operation(.accountMerge(mallory.muxed))]
            $0.memo = .id(77)
        }.review
        let text = text([review], rows: 24)
        let packed = packed(text)
        #expect(packed.contains("To" + mallory.account.address))
        #expect(packed.contains("and30morerecipients") || packed.contains("morerecipients"))
        #expect(text.contains("  Memo     "))
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

    /// Approves an allowance of an unknown token: three findings with long sentences.
    private func allowance() throws -> (screen: LastScreen, asked: [LastScreen.Asked]) {
        let values: [SCVal] = [
            .address(.account(alice.account)), .address(.account(mallory.account)),
            .i128(Int128Parts(hi: 0, lo: 50_000_000)), .u32(123_456),
        ]
        let review = Scenario { $0.operations = [invoke(.invokeContract(call("approve", values)))] }.review
        return (LastScreen([review]), review.holds.map { LastScreen.Asked(HoldQuestion($0)) })
    }

    @Test func `says what an allowance is worth in a common window, and of the first question in a small one`() throws {
        let (screen, asked) = try allowance()
        #expect(asked.count >= 2)
        for (columns, rows, whole) in [(80, 23, asked.count), (60, 13, 1), (60, 40, asked.count)] {
            let text = screen.text(on: Screen(columns: columns), rows: rows, asked: asked)
            #expect(self.rows(text, columns) <= rows, "\(text)")
            #expect(text.ranges(of: ": ...").count == asked.count - whole, "\(text)")
            for one in asked { #expect(packed(text).contains(one.value)) }
            let words = text.split { $0.isWhitespace }.joined(separator: " ")
            #expect(words.contains("50000000 i128, 123456 u32"), "\(text)")
            if whole > 1 {
                #expect(words.contains("may spend up to 50000000 units") && words.contains("until ledger 123456"))
            }
        }
    }

    @Test func `a finding without an address says on the smallest screen as much as fits`() {
        let review = Scenario {
            $0.operations = (0..<20).map { data("\($0)", "b") } + [options { $0.homeDomain = bytes("a.com") }]
        }.review
        let text = text([review], columns: 60, rows: 6)
        #expect(!text.split(separator: "\n").contains { $0.hasSuffix(": ...") }, "\(text)")
    }

    @Test func `is printable ASCII, and coloured output differs only in colour codes`() {
        let scenario = Scenario {
            $0.operations = [data("a\u{9b}31m", "b\0c"), options { $0.homeDomain = bytes("a\"b\nc\u{1b}[2J") }]
        }
        let last = LastScreen([scenario.review])
        for rows in 1...30 {
            let plain = last.text(on: Screen(), rows: rows)
            #expect(plain.utf8.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0x0a })
        }
        let plain = last.text(on: Screen(), rows: 24)
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
