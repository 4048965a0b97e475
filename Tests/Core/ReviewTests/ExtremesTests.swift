// SPDX-License-Identifier: Apache-2.0

import Codec
import Review
import Stellar
import StellarXDR
import TestSupport
import Testing

/// Every integer of every operation and of the transaction around it at its extremes.
struct ExtremesTests {
    private static let limit = Digits(Int64.max)
    private static let accounts = [alice, bob, carol].map(\.account)

    private static var policy: Policy {
        var policy = Policy()
        policy.networks = [.testnet]
        policy.operations = .any
        policy.destinations = .book
        policy.assets = .any
        policy.perTransaction = .by(["native": Amount(stroops: 5), usdc.text: .max])
        policy.perDay = .by(["native": .max])
        policy.fee = Amount(stroops: 1_000)
        policy.unattended = Set(RuleID.allCases)
        return policy
    }

    /// Reads everything that a person or a program gets of a transaction, alone and under a policy.
    private func readAll(_ transaction: Transaction) throws -> Review {
        let envelope = TransactionEnvelope.tx(TransactionV1Envelope(tx: transaction, signatures: bounded([])))
        var input = ReviewInput(envelope, on: .testnet, now: now)
        input.key = SigningKey(alice.account)
        input.book = twoOfThree
        input.history = FixedHistory(sequence: 100, spent: ["native": .max, usdc.text: 7])
        input.claims.ledger = 5
        let plain = Reviewer.review(input).review
        input.policy = Self.policy
        let reviewed = Reviewer.review(input)
        _ = try? reviewed.approve(policy: PolicyProof(verified: Self.policy))
        for review in [plain, reviewed.review] {
            #expect(ReviewText.of(review).utf8.allSatisfy { $0 == 10 || (0x20...0x7e).contains($0) })
            #expect(!ReviewJSON.document(review).text().isEmpty)
            #expect(!LastScreen([review]).text(on: Screen(), rows: 12).isEmpty)
            #expect(review.holds.allSatisfy { !$0.value.isEmpty })
        }
        _ = Validity.rejection(of: envelope)
        _ = Validity.rejection(of: envelope, at: .init(ledger: 7, time: now.seconds))
        _ = Validity.replacingFee(of: transaction)
        return plain
    }

    private func transaction(_ operations: [StellarXDR.Operation]) -> Transaction {
        guard case .tx(let envelope) = Scenario({ $0.operations = operations }).envelope else {
            preconditionFailure("a test's transaction")
        }
        return envelope.tx
    }

    @Test(arguments: OperationType.allCases)
    func `reviews every extreme of an operation's integers, alone, together and in a batch`(
        type: OperationType
    ) throws {
        let operations = try GeneratedValues.operations(type, accounts: Self.accounts)
        var batch = BatchReview(on: .testnet, now: now)
        var past = BatchHistory(before: EmptyHistory(), now: now)
        for (line, operation) in operations.enumerated() {
            let review = try readAll(transaction([operation]))
            try compare(review)
            batch.add(review, line: line + 1)
            past.add(review)
        }
        #expect(batch.transactions == operations.count)
        #expect(!BatchText.of(batch).isEmpty && !BatchJSON.document(batch).text().isEmpty)
        #expect(!LastScreen(batch).text(on: Screen(), rows: 24).isEmpty)
        #expect(past.spent(since: now, except: nil).values.allSatisfy { $0 >= 0 })
        try compare(readAll(transaction(Array(operations.prefix(100)))))
    }

    @Test(arguments: 0..<8) func `reviews every extreme of the integers around the operations`(arm: Int) throws {
        for seed in UInt64(arm) * 10..<UInt64(arm) * 10 + 2 {
            // Soroban data are in the arm 1 of the extension; preconditions have three arms.
            let arms: [String: Int32] = ["OperationBody": [0, 24, 13, 14][arm % 4], "Preconditions": Int32(arm % 3)]
            let all = try GeneratedValues.eachExtreme(
                of: Transaction.self, seed: seed, arms: arms, accounts: Self.accounts, mostIntegers: 24)
            for transaction in all { _ = try readAll(transaction) }
            var values = GeneratedValues(seed: seed, .all, arms: arms, accounts: Self.accounts)
            _ = try readAll(try values.value())
        }
    }

    // MARK: sums

    /// What a classic operation lets leave its source, by definition; nil for one whose amount it does not name.
    private func expected(_ body: OperationBody) -> (asset: Asset, amount: Digits)? {
        func least(_ amount: Int64) -> Digits { Digits(max(amount, 0)) }
        switch body {
        case .createAccount(let op): return (.native, least(op.startingBalance))
        case .payment(let op): return op.destination.account == alice.account ? nil : (op.asset, least(op.amount))
        case .createClaimableBalance(let op): return (op.asset, least(op.amount))
        case .manageSellOffer(let op): return (op.selling, least(op.amount))
        case .createPassiveSellOffer(let op): return (op.selling, least(op.amount))
        case .manageBuyOffer(let op): return (op.selling, bought(op.buyAmount, op.price))
        default: return nil
        }
    }

    /// The smallest number of stroops that is worth the amount, at most the largest amount.
    private func bought(_ amount: Int64, _ price: Price) -> Digits {
        if amount <= 0 { return Digits(0) }
        guard price.n > 0, price.d > 0 else { return Self.limit }
        let asked = Digits(amount) * Digits(price.n)
        guard Self.limit * Digits(price.d) >= asked else { return Self.limit }
        var (low, high) = (Int64(0), Int64.max)
        while low < high {
            let middle = low + (high - low) / 2
            if Digits(middle) * Digits(price.d) >= asked { high = middle } else { low = middle + 1 }
        }
        return Digits(low)
    }

    private func compare(_ review: Review) throws {
        guard case .transaction(let transaction) = review.content else { return }
        let bodies = transaction.operations.map(\.body)
        let parts = bodies.map(expected)
        guard parts.allSatisfy({ $0 != nil }) else { return }
        var sums: [Asset: Digits] = [:]
        for part in parts.compactMap({ $0 }) { sums[part.asset] = (sums[part.asset] ?? Digits(0)) + part.amount }
        let flows = Flows(transaction, tokens: review.tokens)
        let spent = Spending(review).amounts
        for (asset, sum) in sums {
            let shown = flows.leaving.first { $0.asset == asset }?.sum ?? 0
            #expect("\(shown)" == "\(sum)", "\(bodies)")
            let counted = asset == .native ? sum + Digits(transaction.fee) : sum
            #expect("\(spent[asset.text] ?? 0)" == "\(min(counted, Self.limit))", "\(bodies)")
        }
    }

    @Test func `an offer to buy lets leave the least amount that is worth what it buys`() throws {
        var random = Seeded(7)
        let amounts: [Int64] = [1, 2, 3, 7, 10_000_000, 1 << 31, 1 << 53 + 1, 1 << 62, .max - 1, .max]
        let parts: [Int32] = [1, 2, 3, 7, 10, 1 << 30, .max - 1, .max]
        var operations: [StellarXDR.Operation] = []
        for _ in 0..<400 {
            let price = Price(n: parts.randomElement(using: &random)!, d: parts.randomElement(using: &random)!)
            operations.append(
                operation(
                    .manageBuyOffer(
                        ManageBuyOfferOp(
                            selling: .native, buying: usdc, buyAmount: amounts.randomElement(using: &random)!,
                            price: price, offerID: 0))))
        }
        for start in stride(from: 0, to: operations.count, by: 4) {
            try compare(Scenario { $0.operations = Array(operations[start..<start + 4]) }.review)
        }
    }

    @Test func `counts and shows the same sum for an offer to buy 2^62 at 7/3`() {
        let review = Scenario {
            $0.operations = [
                operation(
                    .manageBuyOffer(
                        ManageBuyOfferOp(
                            selling: .native, buying: usdc, buyAmount: 1 << 62, price: Price(n: 7, d: 3), offerID: 0)))
            ]
        }.review
        #expect(Spending(review).amounts == ["native": .max])
        #expect(ReviewText.of(review).contains("at most 922337203685.4775807 XLM"))
    }

    @Test func `rounds up what leaves and down what arrives`() {
        #expect(Price(n: 7, d: 3).value(of: 1, roundsUp: true) == 3)
        #expect(Price(n: 7, d: 3).value(of: 1, roundsUp: false) == 2)
        #expect(Price(n: 7, d: 3).value(of: 3, roundsUp: true) == 7)
        #expect(Price(n: 1, d: 0).value(of: 3, roundsUp: true) == nil)
        #expect(Price(n: -1, d: 1).value(of: 3, roundsUp: false) == nil)
        #expect(Price(n: 1, d: 1).value(of: .min, roundsUp: true) == 0)
    }
}
