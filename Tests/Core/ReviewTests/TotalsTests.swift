// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import Testing

/// Totals over a transaction and over a batch: fees, exchange losses, payments to oneself.
struct TotalsTests {
    private func batch(_ scenarios: [Scenario]) -> BatchReview {
        var batch = BatchReview(on: .testnet, now: now)
        for (index, scenario) in scenarios.enumerated() { batch.add(scenario.review, line: index + 1) }
        return batch
    }

    private func found(_ batch: BatchReview, _ rule: RuleID) -> [BatchReview.Found] {
        batch.findings.filter { $0.rule == rule }
    }

    private func transactions(_ count: Int, _ change: (inout Scenario) -> Void = { _ in }) -> [Scenario] {
        (0..<count).map { number in
            Scenario {
                $0.sequence = 101 + Int64(number)
                change(&$0)
            }
        }
    }

    // MARK: fees

    @Test(arguments: [
        (100, 100_000 as UInt32, nil), (101, 100_000, Level.warn), (100, 1_000_000, .warn), (101, 1_000_000, .hold),
        (2, 50_000_001, .hold), (3000, 1_000_000, .hold), (1000, 100, nil),
    ]) func `warns of or holds the total fee of a batch`(count: Int, fee: UInt32, level: Level?) {
        let batch = batch(transactions(count) { $0.fee = fee })
        let whole = found(batch, .fee).filter { $0.place == nil }
        #expect(whole.map(\.level) == (level.map { [$0] } ?? []))
        #expect(batch.holds.filter { $0.rule == .fee }.count == (level == .hold ? 1 : 0))
        if level == .hold {
            let total = Amount.text(ofSum: Int128(fee) * Int128(count))
            #expect(batch.level == .hold && batch.holds.first { $0.rule == .fee }?.value == total)
            #expect(BatchText.of(batch).contains("To pass W-FEE, type: \(total)"))
        }
    }

    @Test func `counts a fee bump's own fee in a batch, not that of its inner transaction`() {
        let bumps = transactions(3) {
            $0.fee = 90_000_000
            $0.payer = bob
            $0.payerFee = 1_000_000
        }
        #expect(found(batch(bumps), .fee).filter { $0.place == nil }.isEmpty)
        let dear = transactions(11) {
            $0.payer = bob
            $0.payerFee = 2_000_000
        }
        #expect(found(batch(dear), .fee).filter { $0.place == nil }.map(\.level) == [.warn])
    }

    @Test func `reports the fee of a batch of one transaction once`() {
        let one = batch(transactions(1) { $0.fee = 200_000_000 })
        #expect(found(one, .fee).count == 1)
        #expect(one.holds.filter { $0.rule == .fee }.count == 1)
    }

    // MARK: exchanges

    private func losses(_ operations: [Operation]) -> [Finding] {
        Scenario { $0.operations = operations }.review.allFindings.filter {
            $0.rule == .pathPayment && $0.operation == nil
        }
    }

    @Test func `reports the total loss of a hundred exchanges that each lose a little`() {
        let swaps = Array(repeating: RuleCases.selfSwap("10000", "9910"), count: 100)
        let found = losses(swaps)
        #expect(found.map(\.level) == [.warn])
        #expect(found.first?.message.contains("up to 9000 USDC") == true)
        let scenario = Scenario { $0.operations = swaps }
        guard case .tx(let envelope) = scenario.envelope else { return #expect(Bool(false)) }
        let flows = Flows(envelope.tx, tokens: KnownTokens())
        #expect(flows.leaving.map { Amount.text(ofSum: $0.sum) } == ["9000"])
        #expect(flows.entering.isEmpty)
    }

    @Test(arguments: [
        (1, "99.1", false), (2, "99.1", true), (2, "99.5", false), (3, "99.5", true), (100, "100", false),
        (100, "101", false),
    ])
    func `warns when losses exceed one percent of the largest exchange`(count: Int, least: String, warns: Bool) {
        #expect(losses(Array(repeating: RuleCases.selfSwap("100", least), count: count)).isEmpty != warns)
    }

    @Test func `counts losses of round-trip exchanges by asset`() {
        let eur = asset("EUR")
        let there = RuleCases.swap(.native, "10000", eur, "5000")
        let back = RuleCases.swap(eur, "5000", .native, "9910")
        #expect(losses([there, back]).isEmpty)
        let twice = losses([there, back, there, back])
        #expect(twice.map(\.level) == [.warn])
        #expect(twice.first?.message.contains("up to 180 XLM is lost") == true)
        let round = [
            RuleCases.swap(.native, "100", eur, "50"), RuleCases.swap(eur, "50", usdc, "40"),
            RuleCases.swap(usdc, "40", .native, "98"),
        ]
        #expect(losses(round).count == 1)
        // One-way exchanges are not judged, because the other asset's value is not known here.
        #expect(losses([there, there]).isEmpty)
        #expect(
            losses([strictSend(.native, "100", usdc, atLeast: "1"), strictSend(usdc, "100", .native, atLeast: "1")])
                .isEmpty)
    }

    @Test func `losses are counted for each asset over all accounts`() {
        let one = [RuleCases.selfSwap("100", "99.1"), RuleCases.selfSwap("100", "99.1", of: asset("EUR"))]
        #expect(losses(one).isEmpty)
        #expect(losses(one + [RuleCases.selfSwap("100", "99.1", by: bob)]).count == 1)
        #expect(losses(one + one).count == 2)
        let accounts = (0..<100).map { RuleCases.selfSwap("10000", "9910", by: Person(name: "payer \($0)")) }
        #expect(losses(accounts).count == 1)
    }

    @Test func `a large exchange without loss does not hide the losses of small ones`() {
        let small = (0..<99).map { _ in RuleCases.selfSwap("1000", "991") }
        #expect(losses([RuleCases.selfSwap("10000000", "10000000")] + small).count == 1)
    }

    @Test func `adds up the exchange losses of a batch`() {
        let swap = { (scenario: inout Scenario) in scenario.operations = [RuleCases.selfSwap("10000", "9910")] }
        let many = batch(transactions(100, swap))
        let whole = found(many, .pathPayment).filter { $0.place == nil }
        #expect(whole.map(\.level) == [.warn])
        #expect(whole.first?.phrase.plain.contains("9000 USDC") == true)
        #expect(many.flows.leaving.map { Amount.text(ofSum: $0.sum) } == ["9000"])
        #expect(found(batch(transactions(1, swap)), .pathPayment).isEmpty)
    }

    // MARK: payments to oneself

    @Test func `a payment to oneself, muxed or not, is not an outflow`() throws {
        let operations = [
            pay(alice), pay(to: alice.muxed(5)), pay(bob, usdc), pay(carol, by: carol), pay(bob, .native, by: carol),
        ]
        let scenario = Scenario { $0.operations = operations }
        guard case .tx(let envelope) = scenario.envelope else { return #expect(Bool(false)) }
        let leaving = Flows(envelope.tx, tokens: KnownTokens()).leaving
        #expect(leaving.map(\.account) == [alice.account, carol.account])
        #expect(leaving.map { Amount.text(ofSum: $0.sum) } == ["10", "10"])
        #expect(Spending(scenario.review).amounts == ["native": units("10") + 100, usdc.text: units("10")])
        let said = scenario.review.findings.filter { $0.rule == .ownAccount }
        #expect(said.map(\.operation) == [0, 1, 3] && said.allSatisfy { $0.level == .info })
        let many = batch(transactions(5) { $0.operations = [pay(alice)] })
        #expect(many.flows.leaving.isEmpty)
    }

    @Test func `a payment to oneself does not count against a policy`() throws {
        let scenario = Scenario {
            $0.operations = Array(repeating: pay(alice), count: 90)
            $0.fee = 900
            $0.setUp = { input in
                input.key = SigningKey(alice.account)
                input.policy = policy { $0.destinations = .book }
            }
        }
        _ = try scenario.approvedByPolicy()
    }
}
