// SPDX-License-Identifier: Apache-2.0

import Review
import Stellar
import StellarXDR
import TestSupport
import Testing

/// The forecast against a small ledger that tries every subset and order of a batch's lines, with and without the
/// accounts of the book.
struct AuthorityOracleTests {
    private typealias Level = StellarXDR.Operation.Threshold

    /// An account as the network has it.
    private struct State: Hashable {
        var weights: [SignerKey: UInt32]
        var low: UInt32 = 0
        var medium: UInt32 = 0
        var high: UInt32 = 0

        func needed(_ level: Level) -> UInt32 {
            switch level {
            case .low: max(low, 1)
            case .medium: max(medium, 1)
            case .high: max(high, 1)
            }
        }

        func isLost(_ level: Level) -> Bool { weights.values.reduce(0, +) < needed(level) }
    }

    private typealias World = [AccountID: State]

    private static func key(_ person: Person) -> SignerKey { .ed25519(person.account.key) }

    /// Applies a transaction if the network does, which has no opinion about sponsorships and signatures here.
    private func apply(_ operations: [StellarXDR.Operation], to world: inout World) {
        var next = world
        for operation in operations {
            let source = (operation.sourceAccount ?? alice.muxed).account
            guard var state = next[source] else { return }
            switch operation.body {
            case .createAccount(let op):
                guard next[op.destination] == nil else { return }
                next[op.destination] = State(weights: [.ed25519(op.destination.key): 1])
            case .accountMerge: next[source] = nil
            case .setOptions(let op):
                state.weights[.ed25519(source.key)] = op.masterWeight ?? state.weights[.ed25519(source.key)]
                (state.low, state.medium) = (op.lowThreshold ?? state.low, op.medThreshold ?? state.medium)
                state.high = op.highThreshold ?? state.high
                if let signer = op.signer { state.weights[signer.key] = signer.weight }
                next[source] = state
            default: break
            }
        }
        world = next
    }

    /// What any order of any subset of the lines may leave behind.
    private func outcomes(_ lines: [[StellarXDR.Operation]], from start: World) -> [World] {
        var found: [World] = []
        func go(_ world: World, _ left: [[StellarXDR.Operation]]) {
            found.append(world)
            for index in left.indices {
                var next = world
                apply(left[index], to: &next)
                go(next, left.enumerated().filter { $0.offset != index }.map(\.element))
            }
        }
        go(start, lines)
        return found
    }

    // MARK: variants

    private func known(_ person: Person, _ random: inout Seeded) -> KnownAccount {
        let others = [alice, bob, carol].filter { $0.name != person.name && random.next() % 3 != 0 }
        return KnownAccount(
            account: person.account, masterWeight: UInt32(random.next() % 3),
            signers: others.map { Signer(key: Self.key($0), weight: UInt32(1 + random.next() % 2)) },
            low: UInt32(random.next() % 3), medium: UInt32(random.next() % 3), high: UInt32(random.next() % 4))
    }

    private func operations(_ random: inout Seeded) -> [StellarXDR.Operation] {
        let people = [alice, bob, carol]
        let values: [UInt32] = [0, 1, 2, 3, 255]
        func person(_ random: inout Seeded) -> Person { people[Int(random.next() % 3)] }
        return (0..<1 + random.next() % 4).map { _ in
            let source = person(&random)
            let value = values[Int(random.next() % 5)]
            switch random.next() % 12 {
            case 0: return options(by: source) { $0.masterWeight = value }
            case 1: return options(by: source) { $0.lowThreshold = value }
            case 2: return options(by: source) { $0.medThreshold = value }
            case 3: return options(by: source) { $0.highThreshold = value }
            case 4, 5: return signer(Self.key(mallory), weight: value, by: source)
            case 6:
                let other = person(&random)
                if other.name == source.name { return pay(bob, by: source) }
                return signer(Self.key(other), weight: value, by: source)
            case 7: return operation(.accountMerge(mallory.muxed), by: source)
            case 8, 9:
                let new = person(&random)
                return operation(
                    .createAccount(CreateAccountOp(destination: new.account, startingBalance: 0)), by: source)
            case 10:
                return operation(
                    .beginSponsoringFutureReserves(
                        BeginSponsoringFutureReservesOp(sponsoredID: person(&random).account)), by: source)
            default: return operation(.endSponsoringFutureReserves, by: source)
            }
        }
    }

    private func compare(_ lines: [[StellarXDR.Operation]], _ book: [KnownAccount]) {
        let batch = BatchTests.batch(
            lines.enumerated().map { index, operations in
                Scenario {
                    // Some with the same number, some in the wrong order.
                    $0.sequence = [101, 102, 102][index]
                    $0.operations = operations
                    $0.setUp = { $0.book = Book(accounts: book) }
                }
            })
        let rules = Set(batch.holds.flatMap(\.holds).map { "\($0.rule.rawValue) \($0.target)" })
        var start: World = [:]
        for account in book {
            start[account.account] = State(
                weights: Dictionary(
                    uniqueKeysWithValues: account.signers.map { ($0.key, $0.weight) } + [
                        (.ed25519(account.account.key), account.masterWeight)
                    ]), low: account.low, medium: account.medium, high: account.high)
        }
        // Addresses take longer to write than a world takes to apply.
        let isHeld = Dictionary(
            uniqueKeysWithValues: book.map(\.account).map { account in
                (
                    account,
                    (
                        lockout: rules.contains("W-LOCKOUT \(account.address)"),
                        newSigner: rules.contains("W-NEWSIGNER \(mallory.account.address) \(account.address)")
                    )
                )
            })
        // This network may lack any of the accounts of the book except the one that pays.
        for missing in 0..<4 {
            var world = start
            if missing & 1 != 0 { world[bob.account] = nil }
            if missing & 2 != 0 { world[carol.account] = nil }
            for result in outcomes(lines, from: world) {
                for (account, state) in result where state != start[account] {
                    let isNew = start[account] == nil || world[account] == nil
                    for level in Level.allCases where state.isLost(level) {
                        guard isNew || state != State(weights: [.ed25519(account.key): 1]) else { continue }
                        #expect(isHeld[account]?.lockout == true, "\(level) \(lines)")
                    }
                    let stranger = state.weights[Self.key(mallory)] ?? 0
                    if stranger > 0, Level.allCases.contains(where: { stranger >= state.needed($0) }) {
                        #expect(isHeld[account]?.newSigner == true, "\(lines)")
                    }
                }
            }
        }
        // The flows count every line.
        let created = lines.joined().filter { if case .payment = $0.body { true } else { false } }
        let paid = batch.flows.leaving.reduce(Int128(0)) { $0 + $1.sum }
        #expect(paid >= Int128(units("10")) * Int128(created.count { $0.sourceAccount?.account != bob.account }))
    }

    @Test(arguments: 0..<12) func `no subset and order of lines is worse than the review says`(part: Int) {
        for variant in 0..<25 {
            var random = Seeded(UInt64(part * 1000 + variant))
            let book = [alice, bob, carol].map { known($0, &random) }
            let lines = (0..<1 + variant % 3).map { _ in operations(&random) }
            compare(lines, book)
        }
    }

    // MARK: the smallest forms

    private func sandwich(_ takeover: StellarXDR.Operation) -> [StellarXDR.Operation] {
        [
            takeover,
            operation(
                .beginSponsoringFutureReserves(BeginSponsoringFutureReservesOp(sponsoredID: carol.account)), by: bob),
            operation(.accountMerge(bob.muxed), by: carol), create(carol),
            operation(.endSponsoringFutureReserves, by: carol),
        ]
    }

    /// Transactions that looked rejected and take over Alice's account, or lock it.
    private var attacks: [[StellarXDR.Operation]] {
        [options { $0.masterWeight = 0 }, options { $0.highThreshold = 255 }, signer(Self.key(mallory), weight: 255)]
            .flatMap { takeover in
                [
                    sandwich(takeover),
                    // The book lists Bob; this network may not have him.
                    [create(bob), takeover], [takeover, create(bob)],
                    [takeover, operation(.inflation)], [takeover, signer(Self.key(alice), weight: 1)],
                    [takeover, operation(.accountMerge(bob.muxed), by: carol), pay(bob, by: carol)],
                ]
            }
    }

    private var book: Book { Book(accounts: [alice, bob, carol].map { KnownAccount(account: $0.account) }) }

    @Test func `what looks rejected hides no takeover and no lockout`() {
        for operations in attacks {
            let review = Scenario {
                $0.operations = operations
                $0.setUp = { $0.book = book }
            }.review
            let rules = review.holds.filter { $0.target.contains(alice.account.address) }.map(\.rule)
            #expect(rules.contains(.lockout) || rules.contains(.newSigner), "\(operations)")
            #expect(ReviewText.of(review).contains("Signers  of"))
        }
    }

    @Test func `a created account is judged as new even if the book lists it`() {
        let review = Scenario {
            $0.operations = [create(bob), options(by: bob) { $0.masterWeight = 0 }]
            $0.setUp = {
                $0.book = Book(accounts: [
                    KnownAccount(account: bob.account, signers: [Signer(key: Self.key(carol), weight: 9)])
                ])
            }
        }.review
        #expect(review.holds.contains { $0.rule == .lockout && $0.target == bob.account.address })
        #expect(review.authority.rejections.map(\.operation) == [0])
    }

    @Test func `a policy that passes W-MASTER0 passes no lockout that looks rejected`() {
        for operations in attacks {
            let scenario = Scenario {
                $0.operations = operations
                $0.setUp = {
                    $0.book = book
                    var policy = Policy()
                    policy.networks = [.testnet]
                    (policy.operations, policy.destinations, policy.assets) = (.any, .any, .any)
                    (policy.perTransaction, policy.perDay) = (.unlimited, .unlimited)
                    policy.fee = Amount(stroops: 10_000)
                    policy.unattended = Set(RuleID.allCases).subtracting([.lockout, .newSigner])
                    $0.policy = policy
                }
            }
            #expect(throws: ApprovalError.self) { try scenario.approvedByPolicy() }
        }
    }

    @Test func `pre-authorized transactions are judged together`() {
        let later = [options { $0.masterWeight = 0 }, options { $0.medThreshold = 2 }].enumerated().map {
            index, change in
            Scenario {
                $0.sequence = Int64(201 + index)
                $0.operations = [change]
            }.envelope
        }
        let review = Scenario {
            $0.operations = later.map { signer(.preAuthTx($0.hash(on: .testnet).hash)) }
            $0.setUp = {
                $0.book = Book(accounts: [
                    KnownAccount(account: alice.account, signers: [Signer(key: Self.key(bob), weight: 1)], medium: 1)
                ])
                $0.companions = later
            }
        }.review
        // Each alone leaves Bob, or Alice and Bob; together nothing reaches 2.
        let locked = review.companions.map { $0.findings.contains { $0.rule == .lockout } }
        #expect(locked == [false, true])
    }
}
