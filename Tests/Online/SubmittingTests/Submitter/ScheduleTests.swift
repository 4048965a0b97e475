// SPDX-License-Identifier: Apache-2.0

import Journal
import LedgerAPI
import Stellar
import StellarXDR
import TestSupport
import Testing

@testable import Submitting

/// Randomized simulations of the schedule: several accounts, faults, late ledgers, dishonest servers and crashes.
struct ScheduleTests {
    private static func account(_ number: UInt8) -> AccountID {
        guard let key = Uint256(Array(repeating: number + 1, count: 32)) else { preconditionFailure("32 bytes") }
        return .ed25519(key)
    }

    private static func payments(_ random: inout Seeded) -> [ScheduleWorld.Payment] {
        var payments: [ScheduleWorld.Payment] = []
        for source in 0..<UInt8.random(in: 1...5, using: &random) {
            for sequence in 1...Int64.random(in: 1...6, using: &random) {
                guard let hash = Hash(Array(repeating: source, count: 31) + [UInt8(sequence)]) else { continue }
                let ends = Int.random(in: 0..<100, using: &random) < 15
                let endsByLedger = Int.random(in: 0..<100, using: &random) < 15
                let inner = Hash(Array(repeating: source + 100, count: 31) + [UInt8(sequence)])
                let isBump = Int.random(in: 0..<100, using: &random) < 25
                payments.append(
                    ScheduleWorld.Payment(
                        transaction: PendingTransaction(
                            hash: TransactionHash(hash), innerHash: isBump ? inner.map { TransactionHash($0) } : nil,
                            source: account(source), sequence: sequence,
                            maxTime: ends ? 1_000 + Int64.random(in: 0...120, using: &random) : nil,
                            ledgerBound: endsByLedger
                                ? .ledger(100 + Int64.random(in: 0...30, using: &random)) : .unlimited),
                        isBad: Int.random(in: 0..<100, using: &random) < 10))
            }
        }
        return payments.shuffled(using: &random)
    }

    /// Runs one process until it ends or is killed.
    private static func run(
        _ world: inout ScheduleWorld, _ ids: [Int], parallel: Int, queue: Bool, wait: UInt64, dies: Bool
    ) {
        let names = world.characters.indices.map { "server-\($0)" }
        var schedule = Schedule(
            ids.map { world.payments[$0].transaction }, ServerPool(names: names, queue: queue), wait: wait,
            parallel: parallel
        ) { _ in nil }
        var inFlight: [Schedule.Request] = []
        var life = dies ? Int.random(in: 0..<60, using: &world.random) : 100_000
        while !schedule.isDone {
            life -= 1
            if life < 0 { break }
            if world.chance(20) {
                world.late = Dictionary(
                    uniqueKeysWithValues: names.indices.map { ($0, world.chance(50) ? world.ledger : 0) })
            }
            let turn = schedule.turn(now: world.now, time: world.time)
            for id in turn.claims {
                var transaction = schedule.transaction(id)
                transaction.builtAt = LedgerMark(ledger: 100, time: 1_000)
                schedule.claimed(id, transaction, world.known(ids[id]), now: world.now)
            }
            if !turn.steps.isEmpty { schedule.written(world.perform(turn.steps)) }
            inFlight += turn.requests
            #expect(inFlight.count <= parallel)
            _ = (schedule.takeEndings(), schedule.takeRemarks())
            if !turn.claims.isEmpty || !turn.steps.isEmpty { continue }
            guard let next = inFlight.indices.randomElement(using: &world.random) else {
                guard let wake = turn.wake else { break }
                world.pass(wake > world.now ? wake - world.now : 0)
                continue
            }
            world.pass(UInt64.random(in: 0...1, using: &world.random))
            switch inFlight.remove(at: next) {
            case .ask(let id, let server, let fact):
                let answer = world.answer(ids[id], server: server, fact)
                schedule.answered(id, server: server, answer, now: world.now)
            case .post(let id, let server, let endpoint):
                let answer = world.post(ids[id], server: server, endpoint)
                schedule.posted(id, answer, now: world.now)
            }
        }
        // Requests sent before the process was killed may still arrive.
        for case .post(let id, let server, let endpoint) in inFlight where world.chance(50) {
            _ = world.post(ids[id], server: server, endpoint)
        }
        #expect(dies || life < 0 || schedule.isDone, "the schedule makes no progress")
        #expect(life > 0 || dies, "the schedule does not terminate")
    }

    @Test(arguments: 0..<500)
    func `randomized runs submit in order and record the true outcome of every transaction`(seed: Int) {
        Self.check(
            seed,
            [[.honest], [.honest, .honest], [.liar, .honest], [.honest, .liar], [.liar, .honest, .liar]][seed % 5])
    }

    @Test(arguments: 500..<700)
    func `nothing that a server says alone about time or its history is final`(seed: Int) {
        Self.check(seed, [[.dreamer], [.dreamer, .honest], [.honest, .dreamer], [.dreamer, .dreamer]][seed % 4])
    }

    private static func check(_ seed: Int, _ characters: [ScheduleWorld.Character]) {
        var random = Seeded(UInt64(seed))
        let payments = Self.payments(&random)
        var world = ScheduleWorld(
            payments, characters: characters, faults: [0, 20, 50][seed / 5 % 3], random: random)
        let queue = seed % 2 == 0
        world.lag = [0, 0, 0, 3, 20][seed / 15 % 5]
        for round in 0..<6 {
            Self.run(
                &world, world.open, parallel: [1, 3, 32][seed % 3], queue: queue,
                wait: UInt64.random(in: 0...60, using: &world.random), dies: round % 2 == 0)
        }
        // The last run has only an honest server and no faults.
        world.characters = [.honest]
        world.faults = 0
        world.pass(200)
        Self.run(&world, world.open, parallel: 8, queue: queue, wait: 100_000, dies: false)
        world.pass(200)
        let wrongs = world.judged()
        #expect(wrongs.isEmpty, "seed \(seed): \(wrongs)")
    }
}
