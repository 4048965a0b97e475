// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import Testing

struct BatchTests {
    private func batch(_ scenarios: [Scenario], history: any SigningHistory = EmptyHistory()) -> BatchReview {
        Self.batch(scenarios, history: history)
    }

    static func batch(_ scenarios: [Scenario], history: any SigningHistory = EmptyHistory()) -> BatchReview {
        var batch = BatchReview(on: .testnet, now: now)
        var past = BatchHistory(before: history, now: now)
        for (index, scenario) in scenarios.enumerated() {
            var scenario = scenario
            let setUp = scenario.setUp
            scenario.setUp = { [past] in
                setUp(&$0)
                $0.history = past
                $0.isPartOfBatch = true
            }
            let review = scenario.review
            batch.add(review, line: index + 1)
            past.add(review)
        }
        return batch
    }

    private func paying(_ sequence: Int64, _ operations: Operation..., memo: Memo = .none) -> Scenario {
        Scenario {
            $0.sequence = sequence
            $0.operations = operations
            $0.memo = memo
        }
    }

    private func paying(_ sequence: Int64, _ operations: () -> [Operation]) -> Scenario {
        let operations = operations()
        return Scenario {
            $0.sequence = sequence
            $0.operations = operations
        }
    }

    private func pay(_ person: Person, _ amount: String, _ asset: Asset = .native) -> Operation {
        operation(.payment(PaymentOp(destination: person.muxed, asset: asset, amount: units(amount))))
    }

    @Test(arguments: [
        (repeated: 0, days: UInt64(5), level: Level?.none), (1, 5, .warn), (2, 5, .hold), (20, 24, .hold),
        (20, 26, .warn),
    ])
    func `is held when a tenth of its payments was signed within 25 days`(
        repeated: Int, days: UInt64, level: Level?
    ) throws {
        let rows = (1...20).map { pay(bob, "\($0)") }
        var history = FixedHistory()
        for row in rows.prefix(repeated) {
            let payment = try #require(
                PaymentDigest(row.body, from: alice.account, memo: .none, on: .testnet))
            history.payments[payment] = EarlierPayments(count: 1, last: Timestamp(now.seconds - days * 86_400))
        }
        // Each transaction alone has more than a tenth.
        var scenarios: [Scenario] = []
        for index in 0..<10 {
            scenarios.append(paying(Int64(101 + index)) { Array(rows[2 * index..<2 * index + 2]) })
        }
        let batch = batch(scenarios, history: history)
        let found: [BatchReview.Found] = batch.findings.filter { $0.rule == RuleID.repeated }
        #expect(found.map(\.level).max() == level)
        let warnings: [BatchReview.Found] = found.filter { $0.level == .warn }
        #expect(warnings.map(\.count).reduce(0, +) == repeated)
        let held: [String] = batch.holds.filter { $0.rule == RuleID.repeated }.map(\.value)
        #expect(held == (level == .hold ? ["\(repeated)"] : []))
    }

    @Test func `says that a payment stands before in the batch`() {
        let batch = batch([paying(101, pay(bob, "1")), paying(102, pay(bob, "2")), paying(103, pay(bob, "1"))])
        let found = batch.findings.filter { $0.rule == .repeated }
        #expect(found.map(\.count) == [1] && found.first?.level == .warn)
        #expect(found.first?.phrase.plain == "the same payment as one before in this batch")
    }

    @Test func `sums outflows by account and asset beyond the largest amount`() {
        let most = "922337203685.4775807"
        let batch = batch([
            paying(101, pay(bob, most), pay(bob, most), pay(carol, "0.5", usdc)), paying(102, pay(bob, most)),
        ])
        #expect(batch.flows.leaving.map(\.asset) == [.native, usdc])
        #expect(batch.flows.leaving.map { Amount.text(ofSum: $0.sum) } == ["2767011611056.4327421", "0.5"])
        #expect(batch.flows.leaving.allSatisfy { $0.isExact && $0.account == alice.account })
        let (receivers, count) = batch.payments.receivers(of: .native)
        #expect(count == 1)
        #expect(receivers.map(\.count) == [3])
        #expect((batch.transactions, batch.operations, batch.fee) == (2, 4, 200))
    }

    @Test func `keeps the largest payments of each asset, equal ones in order of place`() {
        let amounts = ["1", "9", "3", "9", "2", "8", "9", "4"]
        let batch = batch(
            [paying(101, pay(bob, "1000000", usdc))]
                + amounts.enumerated().map { paying(102 + Int64($0), pay(bob, $1)) })
        #expect(batch.payments.assets == [usdc, .native])
        #expect(
            batch.payments.largest(of: .native).map { Amount(stroops: $0.paid.amount).text } == [
                "9", "9", "9", "8", "4",
            ])
        #expect(batch.payments.largest(of: .native).map(\.place.line) == [3, 5, 8, 7, 9])
        #expect(batch.payments.largest(of: usdc).count == 1)
    }

    @Test func `lists each payment of a small batch, with its memo if memos differ`() {
        let people = (0..<20).map { Person(name: "receiver \($0)") }
        func page(_ count: Int, memo: (Int) -> Memo) -> String {
            let all = batch(
                people.prefix(count).enumerated().map {
                    paying(101 + Int64($0), pay($1, "\($0 + 1)"), memo: memo($0))
                })
            return BatchText.of(all).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        }
        let told = page(20) { $0 == 3 ? .none : .id(UInt64($0)) }
        for number in 0..<20 {
            let memo = number == 3 ? "no memo" : "memo id \(number)"
            #expect(told.contains(": \(number + 1), line \(number + 1), operation 1, \(memo)"), "\(number)")
        }
        #expect(!page(20) { _ in .id(7) }.contains("operation 1, memo"))
        #expect(!told.contains("Largest") && page(20) { _ in .none }.contains("Payments of XLM"))
    }

    @Test func `shows every outgoing asset and marks a batch with too many as too varied`() {
        func all(_ count: Int) -> BatchReview {
            batch([
                paying(101) { (0..<count).map { pay(bob, "1", asset("PAY\($0)")) } + [pay(mallory, "250000")] }
            ])
        }
        let page = BatchText.of(all(BatchReview.mostSingle - 1))
        #expect(page.contains("250000 XLM") && page.contains("payment of XLM"))
        for number in 0..<BatchReview.mostSingle - 1 { #expect(page.ranges(of: " PAY\(number) (").count >= 2) }
        #expect(!all(BatchReview.mostSingle - 1).isTooVaried && all(BatchReview.mostSingle).isTooVaried)
    }

    @Test func `sums outflows by asset when there are too many sources to list`() {
        let payers = (0..<60).map { Person(name: "payer \($0)") }
        let all = batch([
            paying(101) {
                payers.map {
                    operation(.payment(PaymentOp(destination: bob.muxed, asset: .native, amount: units("2"))), by: $0)
                } + [pay(carol, "5", usdc)]
            }
        ])
        let page = BatchText.of(all)
        #expect(!all.isTooVaried && page.contains("120 XLM, from 60 accounts"))
        #expect(page.contains("5 USDC ("))
    }

    @Test func `shows the memos that an account requiring one receives`() {
        let exchange = Book(contacts: [Contact(name: "exchange", account: bob.account, memo: .required(kinds: []))])
        let all = batch(
            (0..<40).map { number in
                Scenario {
                    $0.sequence = 101 + Int64(number)
                    $0.operations = [pay(number % 2 == 0 ? bob : carol, "1")]
                    $0.memo = .id(UInt64(number))
                    $0.setUp = { $0.book = exchange }
                }
            })
        #expect(all.payments.wantedMemos.map { $0.account } == [bob.account])
        let page = BatchText.of(all).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(page.contains("gets id 0, id 2, id 4, id 6, id 8 and 15 more memos"))
    }

    @Test func `merges transaction warnings only if their text is identical`() {
        let limits = [
            conditions { $0.minSeqNum = 1 },
            conditions { $0.ledgerBounds = LedgerBounds(minLedger: 1, maxLedger: 2000) },
        ]
        let all = batch(
            [limits[0], limits[1], limits[1]].enumerated().map { index, limit in
                Scenario {
                    $0.sequence = 101 + Int64(index)
                    $0.operations = [pay(bob, "1")]
                    $0.cond = limit
                }
            })
        let told = all.findings.filter { $0.rule == .preconditions }
        #expect(told.count >= 2 && Set(told.map(\.phrase)).count == told.count)
        #expect(told.contains { $0.phrase.plain.contains("2000") && $0.count == 2 })
    }

    @Test func `a payment is repeated when destination, asset, amount and memo are the same`() {
        let id = Memo.id(7)
        let all = batch([
            paying(101, pay(bob, "1"), pay(bob, "1.0000001"), pay(bob, "1", usdc), pay(carol, "1"), pay(bob, "1")),
            paying(102, pay(bob, "1"), memo: id), paying(103, pay(bob, "1"), memo: id),
        ])
        #expect(all.payments.repeated == 2)
        #expect(
            all.payments.firstRepeated.map(\.payment.place) == [
                Place(line: 1, operation: 4), Place(line: 3, operation: 0),
            ])
        #expect(
            all.payments.firstRepeated.map(\.first) == [Place(line: 1, operation: 0), Place(line: 2, operation: 0)])
    }

    @Test func `counts each destination missing from the book once`() {
        let known = Book(contacts: [Contact(name: "bob", account: bob.account)])
        let all = batch(
            (0..<4).map { number in
                Scenario {
                    $0.sequence = 101 + Int64(number)
                    $0.operations = [pay(bob, "1"), pay(carol, "2"), claimable(.unconditional, for: mallory)]
                    $0.setUp = { $0.book = known }
                }
            })
        #expect(all.payments.destinationCount == 3)
        #expect(all.payments.newCount == 2)
        #expect(all.payments.firstNew.map(\.account) == [carol.account, mallory.account])
        #expect(all.payments.firstNew.map(\.place) == [Place(line: 1, operation: 1), Place(line: 1, operation: 2)])
    }

    @Test func `reports whether the sequence numbers are contiguous`() {
        #expect(batch([paying(101, pay(bob, "1")), paying(102, pay(bob, "2"))]).sources[0].isContiguous)
        for numbers in [[101, 103], [102, 101], [.max, 101], [.min, .max]] as [[Int64]] {
            let broken = batch(numbers.map { paying($0, pay(bob, "1")) })
            #expect(!broken.sources[0].isContiguous)
            let words = BatchText.of(broken).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
            #expect(words.contains("NOT ONE BEHIND THE OTHER"))
        }
    }

    @Test func `sequence numbers earlier in the batch count as signed`() {
        #expect(
            !batch([paying(101, pay(bob, "1")), paying(102, pay(bob, "1"))]).findings.contains { $0.level >= .hold })
        let twice = batch([paying(101, pay(bob, "1")), paying(101, pay(bob, "2"))])
        #expect(twice.findings.first?.rule == .sequenceUsed)
        let gap = batch([paying(101, pay(bob, "1")), paying(103, pay(bob, "1"))])
        #expect(gap.findings.first?.rule == .sequenceJump)
        #expect(gap.holds.map(\.value) == ["103"])
    }

    @Test func `lists the strongest finding first and each hold once`() {
        let merges = [
            operation(.accountMerge(bob.muxed)), operation(.accountMerge(bob.muxed)),
            operation(.accountMerge(carol.muxed)),
        ]
        let all = batch(
            [paying(101, pay(bob, "1")), paying(102, pay(bob, "1"))]
                + merges.enumerated().map { paying(103 + Int64($0), $1) })
        #expect(all.findings.map(\.level) == all.findings.map(\.level).sorted(by: >))
        let found = all.findings.filter { $0.rule == .merge }
        #expect(found.map(\.count) == [2, 1])
        #expect(found.map(\.place) == [Place(line: 3, operation: 0), Place(line: 5, operation: 0)])
        #expect(all.others.map(\.place.line) == [3, 4, 5])
        let page = BatchText.of(all)
        for person in [bob, carol] { #expect(page.contains("type: \(person.account.address.suffix(6))")) }
        #expect(all.holds.filter { $0.rule == .merge }.count == 2)
        #expect(all.flows.unknown == [.merge: 3])
        #expect(all.levels.map(\.levels) == [[.low, .medium, .high]])
    }

    @Test func `a refusal in one line refuses the whole batch`() {
        let all = batch([
            paying(101, pay(bob, "1")), paying(102, operation(.bumpSequence(BumpSequenceOp(bumpTo: .max)))),
        ])
        #expect(all.level == .refuse)
        #expect(all.findings.first?.rule == .sequenceBurned)
        #expect(BatchText.of(all).contains("This is not signed, whatever is typed."))
    }

    @Test func `shows every operation other than a plain payment, with its findings`() {
        let offers = ["1", "2", "2"].map {
            let amount = units($0)
            let offer = ManageSellOfferOp(
                selling: .native, buying: usdc, amount: amount, price: Price(n: 1, d: 1), offerID: 0)
            return operation(.manageSellOffer(offer))
        }
        let all = batch([paying(101, pay(bob, "1"), offers[0], pay(bob, "1")), paying(102, offers[1], offers[2])])
        #expect(
            all.others.map(\.place) == [
                Place(line: 1, operation: 1), Place(line: 2, operation: 0), Place(line: 2, operation: 1),
            ])
        let page = BatchText.of(all)
        #expect(page.contains("line 1, operation 2: "))
        #expect(page.contains("line 2, operation 2: "))
        #expect(page.contains("Besides "))
        let found = all.findings.filter { $0.place?.operation != nil && $0.rule != .newDestination }
        #expect(found.map(\.count).reduce(0, +) >= 3)
        #expect(Set(found.map(\.phrase)).count == found.count)
        #expect(!all.isTooVaried)
    }

    @Test func `refuses a batch with more operations or holds than a page lists`() {
        let most = BatchReview.mostSingle
        let entry = (0...most).map { index in
            data("name \(index)", nil)
        }
        #expect(!batch([paying(101) { entry.dropLast() }]).isTooVaried)
        let varied = batch([paying(101) { entry }])
        #expect(varied.isTooVaried)
        #expect(varied.others.count == most)
        #expect(BatchText.of(varied).contains("This is not signed as a batch"))
        #expect(BatchJSON.document(varied)["too_varied"] == true)
        let held = { (count: Int) in
            batch(
                (0..<count).map { number in
                    let payee = Person(name: "payee \(number)")
                    return Scenario {
                        $0.sequence = 101 + Int64(number)
                        $0.operations = [pay(payee, "1")]
                        $0.setUp = { $0.claims.memoRequired = [payee.account] }
                    }
                })
        }
        #expect(held(2 * most).findings.filter { $0.level == .hold }.count == 2 * most)
        #expect(!held(2 * most).isTooVaried)
        #expect(held(2 * most + 1).isTooVaried)
    }

    /// A history of signed payments of these accounts with these sequence numbers.
    private func before(_ numbers: ClosedRange<Int64>, _ people: Person...) -> BatchHistory {
        var history = BatchHistory(before: EmptyHistory(), now: now)
        for person in people {
            for number in numbers {
                history.add(
                    Scenario {
                        $0.source = person.muxed
                        $0.sequence = number
                        $0.operations = [pay(bob, "2")]
                    }.review)
            }
        }
        return history
    }

    @Test func `a thousand reused sequence numbers make one finding and one confirmation`() throws {
        let again = (101...1_100).map { paying($0, pay(bob, "1")) }
        let history = before(101...1_100, alice)
        let all = batch(again, history: history)
        #expect(!all.isTooVaried)
        let found = all.findings.filter { $0.rule == .sequenceUsed }
        #expect(found.map(\.count) == [1_000])
        #expect(found.map(\.numbers) == [101...1_100])
        #expect(all.findings.filter { $0.level == .hold }.count == 1)
        let page = BatchText.of(all).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(page.contains("with numbers from 101 to 1100"))
        #expect(page.contains("To pass W-SEQUSED, type: 101-1100"))
        let question = try #require(all.holds.first)
        #expect(all.holds.count == 1)
        for wrong in ["", "101", "1100", "101-1101", "101-1100 ", "yes"] {
            #expect(question.passed(byTyping: wrong) == nil)
        }
        let passed = try #require(question.passed(byTyping: "101-1100"))
        // It passes exactly the holds that were shown: every 37th of the range, and its ends.
        for index in Array(stride(from: 0, to: again.count, by: 37)) + [again.count - 1] {
            var scenario = again[index]
            scenario.setUp = { $0.history = history }
            #expect(throws: ApprovalError.self) { try scenario.reviewed.approve() }
            _ = try scenario.reviewed.approve(holdsPassed: passed)
        }
        let json = BatchJSON.document(all)
        #expect(json["holds"]?.asArray?.count == 1)
        #expect(json["findings"]?.asArray?.first?["last_sequence"] == "1100")
    }

    @Test func `the confirmation of a range passes no other number, account or rule`() throws {
        let history = before(101...110, alice, carol)
        let all = batch((101...109).map { paying($0, pay(bob, "1")) }, history: history)
        let passed = try #require(all.holds.first?.passed(byTyping: "101-109"))
        func review(_ change: @escaping (inout Scenario) -> Void) -> ReviewedItem {
            Scenario {
                $0.operations = [pay(bob, "1")]
                $0.setUp = { $0.history = history }
                change(&$0)
            }.reviewed
        }
        _ = try review { $0.sequence = 105 }.approve(holdsPassed: passed)
        for change: (inout Scenario) -> Void in [
            { $0.sequence = 110 },  // not shown
            { $0.source = carol.muxed },  // of another account
            { $0.sequence = 120 },  // a gap
            { $0.operations = [operation(.accountMerge(bob.muxed))] },  // a further hold
        ] {
            let other = review(change)
            #expect(throws: ApprovalError.self) { try other.approve(holdsPassed: passed) }
        }
        // Another transaction was signed meanwhile, so this one would supersede one that was not shown.
        var newer = BatchHistory(before: EmptyHistory(), now: now)
        newer.add(paying(105, pay(carol, "3")).review)
        let changed = review {
            $0.sequence = 105
            $0.setUp = { [newer] in $0.history = newer }
        }
        #expect(throws: ApprovalError.self) { try changed.approve(holdsPassed: passed) }
    }

    @Test func `separates reused sequence numbers and gaps by account`() {
        let carols = { (number: Int64) in
            Scenario {
                $0.source = carol.muxed
                $0.sequence = number
                $0.operations = [self.pay(bob, "1")]
            }
        }
        let numbers: [Int64] = [101, 102, 104, 106]
        let all = batch(
            numbers.flatMap { [paying($0, pay(bob, "1")), carols($0)] } + [carols(103)],
            history: before(101...102, alice, carol))
        let found = all.findings.filter { $0.level == .hold }
        #expect(found.map(\.rule) == [.sequenceUsed, .sequenceUsed, .sequenceJump, .sequenceJump])
        #expect(found.map(\.account) == [alice.account, carol.account, alice.account, carol.account])
        #expect(found.map(\.count) == [2, 2, 2, 3])
        #expect(found.map(\.numbers) == [101...102, 101...102, 104...106, 103...106])
        #expect(Set(all.holds.map { "\($0.rule.rawValue) \($0.value)" }).count == 3)
        #expect(all.holds.map(\.holds.count).sorted() == [2, 2, 2, 3])
        // A single number is confirmed as outside a batch.
        let one = batch([paying(101, pay(bob, "1"))], history: before(101...101, alice))
        #expect(
            one.holds.map(\.value)
                == Scenario {
                    $0.operations = [pay(bob, "1")]
                    $0.setUp = { [history = before(101...101, alice)] in $0.history = history }
                }.review.holds.map(\.value))
    }

    @Test func `each sequence jump with minSeqNum needs its own confirmation`() {
        let jumps = batch(
            (0..<3).map { number in
                Scenario {
                    $0.sequence = 5_000 + Int64(number)
                    $0.operations = [pay(bob, "1")]
                    $0.cond = conditions { $0.minSeqNum = 1 }
                }
            })
        #expect(jumps.holds.map(\.value) == ["5000", "5001", "5002"])
    }

    @Test func `lists a refusal first even after more entries than a page holds`() {
        let entries = (0..<BatchReview.mostSingle * 3).map { paying(101 + Int64($0), data("name \($0)", nil)) }
        let all = batch(entries + [paying(9_001, operation(.bumpSequence(BumpSequenceOp(bumpTo: .max))))])
        #expect(all.isTooVaried)
        #expect(all.findings.first?.rule == .sequenceBurned)
    }

    @Test func `counts the inner transaction of a fee bump`() {
        let bump = Scenario {
            $0.payer = carol
            $0.operations = [pay(bob, "4")]
        }
        let all = batch([bump])
        #expect((all.feeBumps, all.operations, all.fee, all.highestFee) == (1, 1, 400, 400))
        #expect(all.flows.leaving.map(\.account) == [alice.account])
        #expect(all.levels.map(\.account) == [carol.account, alice.account])
        #expect(all.payments.newCount == 1)
    }

    @Test func `the batch hash depends on all transactions and their order`() {
        let first = paying(101, pay(bob, "1"))
        let second = paying(102, pay(bob, "1"))
        let hashes = [first, second].compactMap(\.review.hash)
        #expect(batch([first, second]).hash == TransactionHash(ofBatch: hashes))
        #expect(batch([second, first]).hash != batch([first, second]).hash)
        #expect(batch([first]).hash != hashes[0])
    }

    @Test func `the page is printable ASCII in 80 columns for any notes and asset codes`() throws {
        let wild = try #require(Asset.wild)
        let all = batch(
            (0..<40).map { number in
                Scenario {
                    $0.sequence = 101 + Int64(number) * 2
                    $0.operations = [
                        pay(bob, "\(number + 1)", wild), pay(carol, "922337203685.4775807", asset("LONGCODE\(number)")),
                    ]
                    $0.memo = .text(bytes("\u{1b}[2J \(number)"))
                    $0.setUp = { $0.claims.note = "note \(number)\u{1b}[1A\n  Findings: none" }
                }
            })
        let page = BatchText.of(all)
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            #expect(line.utf8.count <= 80)
            #expect(line.utf8.allSatisfy { (0x20...0x7e).contains($0) })
        }
        #expect(page.split(separator: "\n").count < 400)
        for number in 0..<40 { #expect(page.contains("payment of LONGCODE\(number) (")) }
        #expect(page.contains("and 35 more notes"))
        #expect(all.holds.map(\.value) == ["103-179"])
        for hold in all.holds { #expect(page.contains("type: \(hold.value)\n")) }
        let json = BatchJSON.document(all)
        #expect(try JSON(parsing: Array(json.text().utf8)) == json)
        #expect(json["claimed"]?["different_notes"] == 40)
    }
}

extension Asset {
    /// An asset whose code contains terminal control characters.
    fileprivate static var wild: Asset? {
        guard let code = FixedOpaque<12>([0x1b, 0x5b, 0x32, 0x4a, 0x0a, 0x20, 0x20, 0x22, 0xe2, 0x80, 0xae, 0x41])
        else { return nil }
        return .creditAlphanum12(AlphaNum12(assetCode: code, issuer: Person(name: "issuer").account))
    }

}
