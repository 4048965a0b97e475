// SPDX-License-Identifier: Apache-2.0

import HTTP
import Journal
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import LedgerAPI
@testable import Submitting

/// The state machine over Stellar RPC, alone and with a Horizon that is only asked.
struct RPCStateMachineTests {
    private typealias Bench = StateMachineBench

    /// When the journal got the transaction, and the close time of the first ledger in the histories below.
    private static let queuedAt: Int64 = 1_000_000
    private static let longAgo: Int64 = 400_000

    private static func pool(_ kinds: String...) throws -> ServerPool {
        let servers = try kinds.enumerated().map { index, kind -> any LedgerServer in
            let base = try HTTPURL("https://\(kind)-\(index).example/")
            return kind == "rpc"
                ? RPCServer(base, of: .testnet) : HorizonServer(base, isWitness: kinds.contains("rpc"))
        }
        return ServerPool(servers, queue: false)
    }

    private static func range(
        _ first: Int64 = 1000, from firstClosedAt: Int64 = longAgo, to last: Int64 = 2000, at lastClosedAt: Int64 = 400
    ) -> LedgerRange {
        LedgerRange(first: first, firstClosedAt: firstClosedAt, last: last, lastClosedAt: lastClosedAt)
    }

    /// The answers of servers that do not have the transaction.
    private static func absent(
        accountAt sequence: Int64? = 100, usedIn used: Int64? = nil, _ range: LedgerRange = range(),
        user: LedgerAnswer.NumberUser = .other(Bench.other)
    ) -> (Int, StatusQuery.Fact) -> StatusQuery.Answer {
        { _, fact in
            switch fact {
            case .account: .account(sequence: sequence, ledger: used)
            case .numberUser: .numberUser(user)
            case .ledger: .ledger(number: range.last, closedAt: range.lastClosedAt)
            case .ledgerOutcome, .innerLedgerOutcome: .ledgerOutcome(nil, through: range)
            }
        }
    }

    @Test func `posts to Stellar RPC and never to Horizon`() throws {
        let bench = Bench(accountIsAt: 100, pool: try Self.pool("rpc", "horizon"))
        #expect(bench.post(Bench.rejection(.txBadAuth))?.server == 0)
        bench.answer(Self.absent())
        guard case .failed(nil, _, _, "tx_bad_auth", _)? = bench.write() else {
            Issue.record("the rejection is not recorded")
            return
        }
        #expect(bench.next() == .over)
    }

    @Test func `does not ask Stellar RPC for a ledger, which each lookup names`() throws {
        let bench = Bench(state: .pending, attempts: 1, pool: try Self.pool("rpc"), queuedAt: Self.queuedAt)
        #expect(bench.answer(Self.absent()) == [.account, .ledgerOutcome])
        let both = Bench(state: .pending, attempts: 1, pool: try Self.pool("rpc", "horizon"), queuedAt: Self.queuedAt)
        #expect(both.answer(Self.absent()) == [.account, .ledgerOutcome, .account, .ledger, .ledgerOutcome])
    }

    @Test func `PENDING is an unknown outcome until a lookup finds the transaction`() throws {
        let bench = Bench(accountIsAt: 100, pool: try Self.pool("rpc"))
        #expect(bench.post(.queued(isNew: true))?.endpoint == .queue)
        #expect(bench.write()?.doubt == "it is in the network's queue")
        #expect(bench.next() == .rest(until: 101))
        bench.now = 101
        bench.answer(Self.absent())
        bench.now = 103
        bench.answer { _, _ in .ledgerOutcome(Bench.outcome(isSuccessful: true), through: Self.range()) }
        guard case .included(11, _, _)? = bench.write() else {
            Issue.record("the success is not recorded")
            return
        }
        #expect(bench.next() == .over)
    }

    @Test func `TRY_AGAIN_LATER is no attempt that may have arrived, and is repeated after a ledger`() throws {
        let bench = Bench(accountIsAt: 100, pool: try Self.pool("rpc"))
        bench.post(.queueIsFull)
        guard case .notSent? = bench.write() else {
            Issue.record("it counts as sent")
            return
        }
        #expect(bench.next() == .rest(until: 105))
        bench.now = 105
        #expect(bench.next() == .post(server: 0, .queue))
    }

    @Test func `NOT_FOUND before the expiry is not final`() throws {
        let bench = Bench(
            maxTime: 500, state: .pending, attempts: 1, pool: try Self.pool("rpc"), queuedAt: Self.queuedAt)
        bench.answer(Self.absent(Self.range(at: 500)))
        #expect(bench.next() == .post(server: 0, .queue))
    }

    @Test func `NOT_FOUND after the expiry is final once it is seen twice`() throws {
        let bench = Bench(
            maxTime: 500, state: .pending, attempts: 1, pool: try Self.pool("rpc"), queuedAt: Self.queuedAt)
        bench.answer(Self.absent(Self.range(at: 516)))
        #expect(bench.write()?.doubt == "it expired without being applied; it is looked up again")
        bench.now = 110
        bench.answer(Self.absent(Self.range(to: 2002, at: 526)))
        #expect(bench.write() == .expired(reason: "it expired without being applied"))
    }

    @Test func `NOT_FOUND proves nothing if the history begins after the journal got the transaction`() throws {
        let bench = Bench(
            maxTime: 500, state: .pending, attempts: 1, pool: try Self.pool("rpc"), queuedAt: Self.queuedAt)
        bench.answer(Self.absent(accountAt: nil, Self.range(from: Self.queuedAt + 1, at: 516)))
        let words = "it may have been applied before ledger 1000, with which the history of rpc-0.example begins"
        #expect(bench.write()?.doubt == words)
        // Submitting it again would not settle this either.
        #expect(bench.next() == .rest(until: 101))
    }

    @Test func `an unused sequence number proves it whatever the history has`() throws {
        let bench = Bench(
            maxTime: 500, state: .pending, attempts: 1, pool: try Self.pool("rpc"), queuedAt: Self.queuedAt)
        let answers = Self.absent(accountAt: 100, Self.range(from: Self.queuedAt + 1, at: 516))
        bench.answer(answers)
        _ = bench.write()
        bench.now = 110
        bench.answer(answers)
        #expect(bench.write() == .expired(reason: "it expired without being applied"))
    }

    @Test func `a history from the network's first ledger is complete`() throws {
        let bench = Bench(maxTime: 500, state: .pending, attempts: 1, pool: try Self.pool("rpc"))
        let answers = Self.absent(accountAt: nil, Self.range(2, from: 390, at: 516))
        bench.answer(answers)
        _ = bench.write()
        bench.now = 110
        bench.answer(answers)
        guard case .expired? = bench.write() else {
            Issue.record("it is not final")
            return
        }
    }

    @Test func `Horizon's history counts where that of Stellar RPC does not go back far enough`() throws {
        let bench = Bench(
            maxTime: 500, state: .pending, attempts: 1, pool: try Self.pool("rpc", "horizon"), queuedAt: Self.queuedAt)
        let answers: (Int, StatusQuery.Fact) -> StatusQuery.Answer = { server, fact in
            switch fact {
            case .account: .account(sequence: nil)
            case .numberUser: .numberUser(.unseen)
            case .ledger: .ledger(number: 2000, closedAt: 516)
            case .ledgerOutcome, .innerLedgerOutcome:
                server == 0
                    ? .ledgerOutcome(nil, through: Self.range(from: Self.queuedAt + 1, at: 516))
                    : .ledgerOutcome(nil, upTo: 2000)
            }
        }
        bench.answer(answers)
        _ = bench.write()
        bench.now = 110
        bench.answer(answers)
        guard case .expired? = bench.write() else {
            Issue.record("it is not final")
            return
        }
    }

    @Test func `a success that only Horizon has settles the transaction`() throws {
        let bench = Bench(state: .pending, attempts: 1, pool: try Self.pool("rpc", "horizon"))
        bench.answer { server, fact in
            if server == 0 { return .silence(seconds: nil) }
            return fact == .ledgerOutcome
                ? .ledgerOutcome(Bench.outcome(isSuccessful: true)) : Bench.absent()(server, fact)
        }
        guard case .included(11, _, _)? = bench.write() else {
            Issue.record("the success is not recorded")
            return
        }
    }

    /// What is recorded when Stellar RPC says that it failed in ledger 1990, and Horizon does not have it.
    private func failure(_ horizon: @escaping (Int, StatusQuery.Fact) -> StatusQuery.Answer) throws
        -> SubmissionOutcome?
    {
        let bench = Bench(state: .pending, attempts: 1, pool: try Self.pool("rpc", "horizon"))
        bench.answer { server, fact in
            if server == 1 { return horizon(server, fact) }
            return fact == .ledgerOutcome
                ? .ledgerOutcome(Bench.outcome(isSuccessful: false, ledger: 1990), through: Self.range())
                : Self.absent(accountAt: 101)(server, fact)
        }
        return bench.write()
    }

    @Test func `a Horizon that lacks the transaction does not contradict a failure, one that lacks its number does`()
        throws
    {
        let standing = Self.range(to: 1980, at: -400)
        let elsewhere = Self.absent(Self.range(to: 1689, at: 1_000_000))
        let (used, stands) = (Self.absent(accountAt: 101), Self.absent(standing))
        for horizon in [used, stands, elsewhere, Self.absent(accountAt: nil), { _, _ in .silence(seconds: nil) }] {
            guard case .failed(1990, _, _, _, _)? = try failure(horizon) else {
                Issue.record("the failure is not recorded")
                continue
            }
        }
        let denied = try failure(Self.absent(Self.range(to: 1992)))
        #expect(
            denied?.doubt
                == "rpc-0.example says that its sequence number is used, and horizon-1.example, which is at ledger 1992, that it is not"
        )
        let late = try failure(Self.absent(Self.range(to: 1991, at: 1_000_000)))
        #expect(late?.doubt?.hasSuffix("horizon-1.example is at ledger 1991, in which it is not") == true)
    }

    @Test func `a number that Stellar RPC calls used ends nothing while Horizon says that it is not`() throws {
        func outcome(horizonAt sequence: Int64, _ range: LedgerRange = Self.range()) throws -> SubmissionOutcome? {
            let bench = Bench(accountIsAt: 100, pool: try Self.pool("rpc", "horizon"))
            bench.post(Bench.rejection(.txBadSeq))
            bench.answer { server, fact in
                server == 0
                    ? Self.absent(accountAt: 105, usedIn: 1990)(server, fact)
                    : Self.absent(accountAt: sequence, range)(server, fact)
            }
            return bench.write()
        }
        guard case .failed(nil, _, _, _, _)? = try outcome(horizonAt: 105) else {
            Issue.record("both say that it is used")
            return
        }
        #expect(try outcome(horizonAt: 100)?.doubt?.contains("which is at ledger 2000, that it is not") == true)
        #expect(
            try outcome(horizonAt: 100, Self.range(to: 1989, at: 1_000_000))?.doubt?.contains(
                "is at ledger 1989, in which")
                == true)
    }

    @Test func `a failure that Horizon reports needs Stellar RPC, unless its history begins later`() throws {
        for (first, isFinal) in [(Int64(5), false), (12, true)] {
            let bench = Bench(state: .pending, attempts: 1, pool: try Self.pool("rpc", "horizon"))
            bench.answer { server, fact in
                fact == .ledgerOutcome && server == 1
                    ? .ledgerOutcome(Bench.outcome(isSuccessful: false, ledger: 11))
                    : Self.absent(Self.range(first))(server, fact)
            }
            let outcome = bench.write()
            if case .failed(11, _, _, _, _)? = outcome {
                #expect(isFinal)
            } else {
                #expect(!isFinal && outcome?.doubt?.contains("does not have it") == true)
            }
        }
    }

    @Test func `Horizon alone proves nothing while Stellar RPC does not answer`() throws {
        let bench = Bench(
            maxTime: 500, state: .pending, attempts: 1, pool: try Self.pool("rpc", "horizon"), queuedAt: Self.queuedAt)
        bench.answer { server, fact in
            server == 0 ? .silence(seconds: nil) : Bench.absent(closedAt: 900)(server, fact)
        }
        #expect(bench.next() == .rest(until: 101))
    }

    @Test func `posts a transaction whose number is used, so that the network says why it refuses it`() throws {
        let bench = Bench(maxTime: 500, pool: try Self.pool("rpc"), queuedAt: Self.queuedAt)
        bench.answer(Self.absent(accountAt: 105, usedIn: 1990))
        bench.post(Bench.rejection(.txBadSeq))
        bench.answer(Self.absent(accountAt: 105, usedIn: 1990))
        guard case .failed(nil, _, let codes?, let reason, _)? = bench.write() else {
            Issue.record("the rejection is not recorded")
            return
        }
        #expect(codes.decisive == .txBadSeq)
        #expect(reason == "its sequence number 101 was used by another transaction, \(Bench.other) (tx_bad_seq)")
    }

    @Test func `two servers of Stellar RPC must agree on a failure`() throws {
        let bench = Bench(state: .pending, attempts: 1, pool: try Self.pool("rpc", "rpc"))
        bench.answer { server, fact in
            fact == .ledgerOutcome && server == 0
                ? .ledgerOutcome(Bench.outcome(isSuccessful: false, ledger: 1990), through: Self.range())
                : Self.absent()(server, fact)
        }
        #expect(bench.write()?.doubt?.contains("does not have it") == true)
    }
}
