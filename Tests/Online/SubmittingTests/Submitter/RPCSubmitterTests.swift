// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import Journal
import LedgerXDR
import Stellar
import StellarXDR
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import LedgerAPI
@testable import Submitting

/// Whole runs over Stellar RPC, with the journal.
struct RPCSubmitterTests {
    private static let alice = TestKey("alice")

    /// A journal with one signed payment, and the servers of a run.
    private final class Bench {
        private let folder = TemporaryFolder()
        let envelope: TransactionEnvelope
        let rpc: FakeRPC
        let journal: any OnlineJournal
        let clock = FakeClock()

        init(until maxTime: UInt64 = 0, _ state: FakeRPC.State = FakeRPC.State()) throws {
            envelope = alice.payment(until: maxTime, by: [alice])
            rpc = FakeRPC(envelope, state)
            journal = try JournalOpener(folder: folder.path) { 1_000_000 }.open()
            let transaction = SignedTransaction(envelope, on: .testnet)
            try journal.queue(1) { _ in (transaction, []) }
        }

        var hash: TransactionHash { envelope.hash(on: .testnet) }

        @discardableResult
        func run(wait: UInt64 = 60, _ change: (inout FakeRPC.State) -> Void = { _ in }) throws -> Submission {
            rpc.state.withLock { change(&$0) }
            let submitter = Submitter(
                [PendingTransaction(envelope, on: .testnet)],
                servers: [RPCServer(try HTTPURL("http://127.0.0.1:8000/rpc"), of: .testnet)],
                http: SequentialMultiplexer(rpc.transport),
                journal: journal, clock: clock, settings: Submitter.Settings(wait: wait))
            try submitter.run(ended: { _, _, _ throws(JournalError) in })
            return try #require(try journal.submission(hash: hash))
        }

        var sent: [String] { rpc.state.withLock { $0.sent } }
    }

    @Test func `sends the journal's bytes and takes the outcome from a lookup`() throws {
        let bench = try Bench()
        let submission = try bench.run { $0.finding = ["NOT_FOUND", "NOT_FOUND", "SUCCESS"] }
        #expect(submission.state == .included && submission.ledger == 1999 && submission.attempts == 1)
        #expect(bench.sent == [Base64.encode(bench.envelope.xdr)])
    }

    @Test func `records the codes of a failure`() throws {
        let bench = try Bench()
        let result = TransactionResult(
            feeCharged: 100, result: .txFailed([.opInner(.payment(.underfunded))]), ext: .v0)
        let submission = try bench.run {
            ($0.finding, $0.result) = (["FAILED"], result)
        }
        #expect(submission.state == .failed && submission.codes?.operations == ["op_underfunded"])
        #expect(submission.ledger == 1999)
    }

    @Test func `stays pending while nothing is found, and resumes without a second envelope`() throws {
        let bench = try Bench(until: 2_000_000)
        #expect(try bench.run(wait: 2) { $0.finding = ["NOT_FOUND"] }.state == .pending)
        #expect(try bench.run { $0.finding = ["SUCCESS"] }.state == .included)
        #expect(Set(bench.sent).count == 1)
    }

    @Test func `a transaction that a node filters stays queued, to be sent through another`() throws {
        let bench = try Bench()
        let submission = try bench.run { $0.sending = ["invalid status from stellar-core"] }
        #expect(submission.state == .queued && bench.sent.count == 1)
        #expect(submission.error?.contains("invalid status from stellar-core") == true)
        #expect(try bench.run { ($0.sending, $0.finding) = (["PENDING"], ["SUCCESS"]) }.state == .included)
    }

    @Test func `a submission that failed in the server is looked up`() throws {
        let bench = try Bench()
        let submission = try bench.run { $0.sending = ["could not submit transaction to stellar-core"] }
        #expect(submission.state == .included && bench.sent.count == 1)
    }

    @Test func `waits for the queue while the server says TRY_AGAIN_LATER`() throws {
        let bench = try Bench()
        let submission = try bench.run {
            $0.sending = ["TRY_AGAIN_LATER", "TRY_AGAIN_LATER", "DUPLICATE"]
        }
        #expect(submission.state == .included && bench.sent.count == 3)
    }

    @Test func `expires once a ledger has closed after the time bound`() throws {
        let bench = try Bench(until: 1_000_010)
        #expect(try bench.run(wait: 5) { $0.finding = ["NOT_FOUND"] }.state == .pending)
        let submission = try bench.run { ($0.closedAt, $0.latestLedger) = (1_000_026, 2006) }
        #expect(submission.state == .expired)
    }

    @Test func `does not expire when the server's history begins after the attempt`() throws {
        let bench = try Bench(until: 1_000_010)
        #expect(try bench.run(wait: 5) { $0.finding = ["NOT_FOUND"] }.state == .pending)
        let submission = try bench.run {
            ($0.closedAt, $0.latestLedger, $0.oldestClosedAt, $0.sequence) = (1_000_026, 2006, 1_000_000, 101)
        }
        #expect(
            submission.state == .pending && submission.error?.contains("does not show by which transaction") == true)
    }

    @Test func `leaves it queued when the server cannot be reached`() throws {
        let bench = try Bench()
        let submission = try bench.run(wait: 3) { $0.isUp = false }
        #expect(submission.state == .queued && bench.sent.isEmpty)
    }

    // MARK: the ledger of a run

    private static func servers(_ rpc: FakeRPC, _ urls: [String], _ horizon: [String] = []) throws -> (
        HorizonServers, RPCServers
    ) {
        let transport = rpc.transport
        return (
            HorizonServers(urls: horizon, allowsLoopback: true) { () throws(Failure) in
                transport
            } multiplexer: {
                _ throws(Failure) in
                SequentialMultiplexer(transport)
            }, RPCServers(urls: urls) { () throws(Failure) in transport }
        )
    }

    private static func ledger(_ horizon: HorizonServers, _ rpc: RPCServers) throws(Failure) -> AnyLedger {
        try OnlineContext(folder: "", servers: horizon, rpcServers: rpc) { 0 }.networkLedger(of: .testnet)
    }

    @Test func `asks only Stellar RPC when only that is named`() throws {
        let bench = try Bench()
        let (horizon, rpc) = try Self.servers(bench.rpc, ["http://127.0.0.1:8000/rpc"])
        var ledger = try Self.ledger(horizon, rpc)
        #expect(ledger.servers.count == 1 && ledger.ledgerTime == 1_000_000)
        #expect(ledger.horizon == nil, "what only Horizon knows cannot be asked")
        #expect(try ledger.account(Self.alice.id)?.sequence == 100)
        #expect(ledger.seen(Self.alice.id)?.sequence == 100)
        #expect(
            bench.rpc.state.withLock { $0.methods } == [
                "getNetwork", "getHealth", "getLatestLedger", "getLedgerEntries",
            ])
        _ = try ledger.account(Self.alice.id)
        #expect(bench.rpc.state.withLock { $0.methods }.count == 4)
    }

    @Test func `refuses a server of another network`() throws {
        var state = FakeRPC.State()
        state.network = .public
        let bench = try Bench(state)
        let (horizon, rpc) = try Self.servers(bench.rpc, ["http://127.0.0.1:8000/rpc"])
        let error = #expect(throws: Failure.self) { try Self.ledger(horizon, rpc) }
        #expect(error?.kind == .badInput)
        #expect(bench.rpc.state.withLock { $0.methods } == ["getNetwork"])
    }

    @Test func `an unreachable server is not an unknown outcome`() throws {
        var state = FakeRPC.State()
        state.isUp = false
        let bench = try Bench(state)
        let (horizon, rpc) = try Self.servers(bench.rpc, ["http://127.0.0.1:8000/rpc"])
        let error = #expect(throws: Failure.self) { try Self.ledger(horizon, rpc) }
        #expect(error?.kind == .unreachable)
    }

    @Test func `leaves out a Horizon that does not respond as one`() throws {
        let bench = try Bench()
        let (horizon, rpc) = try Self.servers(
            bench.rpc, ["http://127.0.0.1:8000/rpc"], ["http://127.0.0.1:8001/horizon"])
        let ledger = try Self.ledger(horizon, rpc)
        #expect(ledger.servers.map(\.namesLedgers) == [true])
        #expect(ledger.remarks.first?.hasPrefix("127.0.0.1:8001 is not asked for transactions: ") == true)
    }

    @Test func `submits to every server that is not a witness, and asks all for a transaction`() throws {
        let urls = try ["http://127.0.0.1:8000/", "http://127.0.0.1:8001/"].map { try HTTPURL($0) }
        let client = HorizonClient(bases: urls, transport: try Bench().rpc.transport)
        #expect(client.finders(areWitnesses: true).map(\.isWitness) == [true, true])
        #expect(client.finders().map(\.name) == ["127.0.0.1:8000", "127.0.0.1:8001"])
        let pool = ServerPool(
            [RPCServer(urls[0], of: .testnet), HorizonServer(urls[1], isWitness: true)], queue: false)
        #expect(pool.servers.map(\.submits) == [true, false] && pool.servers.map(\.namesLedgers) == [true, false])
        #expect(ServerPool(urls.map { HorizonServer($0) }, queue: false).servers.map(\.submits) == [true, true])
        #expect(ServerPool(urls.map { HorizonServer($0) }, queue: true).servers.map(\.mayHaveQueue) == [true, true])
    }

    @Test func `says whether the servers have a transaction`() throws {
        let bench = try Bench()
        let (horizon, rpc) = try Self.servers(bench.rpc, ["http://127.0.0.1:8000/rpc"])
        let ledger = try Self.ledger(horizon, rpc)
        #expect(try ledger.settled([bench.hash]) == nil)
        bench.rpc.state.withLock { $0.sent = ["AAAA"] }
        #expect(try ledger.settled([bench.hash]) == .included(ledger: 1999))
    }

    @Test func `a Horizon that lacks a failed transaction does not contradict, one that has another outcome does`()
        throws
    {
        func find(_ outcomes: (isWitness: Bool, isSuccessful: Bool?)...) throws -> SettledOutcome? {
            let finders = outcomes.enumerated().map { index, outcome in
                OutcomeFinder(name: "server-\(index)", isWitness: outcome.isWitness) { _ throws(Failure) in
                    outcome.isSuccessful.map { StateMachineBench.outcome(isSuccessful: $0) }
                }
            }
            return try SettledOutcome.find([FakeHorizon.hash], among: finders)
        }
        #expect(try find((false, false), (true, nil)) == .failed(ledger: 11))
        #expect(try find((false, nil), (true, true)) == .included(ledger: 11))
        guard case .contradicted? = try find((false, nil), (true, false)) else {
            Issue.record("not contradicted")
            return
        }
        guard case .contradicted? = try find((false, false), (true, true)) else {
            Issue.record("not contradicted")
            return
        }
    }

    @Test func `says whether the servers are ready`() throws {
        let bench = try Bench()
        let client = RPCClient(
            network: .testnet, bases: [try HTTPURL("http://127.0.0.1:8000/rpc")], transport: bench.rpc.transport)
        let findings = try Readiness.check(client, now: Timestamp(1_000_000))
        #expect(findings.map(\.name) == ["server", "network", "ledger", "history", "clock", "entries", "protocol"])
        #expect(findings.map(\.isGood) == [true, true, true, true, true, true, true])
        let late = try Readiness.check(client, now: Timestamp(1_000_061))
        #expect(late.filter { !$0.isGood }.map(\.name) == ["ledger"])
        bench.rpc.state.withLock { $0.isUp = false }
        let error = #expect(throws: Failure.self) { try Readiness.check(client, now: Timestamp(1_000_000)) }
        #expect(error?.kind == .unreachable)
    }

    @Test func `names the assets, pools and balances of transactions`() throws {
        let usdc = try Asset(code: "USDC", issuer: TestKey("issuer").id)
        let pool = try #require(LiquidityPoolParameters(.native, usdc))
        var envelope = Self.alice.payment(by: [Self.alice])
        guard case .tx(var wire) = envelope else { return }
        let id = ClaimableBalanceID.v0(Hash(sha256: [7]))
        wire.tx.operations = try #require(
            BoundedArray([
                Operation(sourceAccount: nil, body: .changeTrust(ChangeTrustOp(line: .poolShare(pool), limit: 1))),
                Operation(
                    sourceAccount: nil, body: .claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: id))),
            ]))
        envelope = .tx(wire)
        let named = NamedEntries([envelope])
        let line = try #require(TrustLineAsset(usdc))
        #expect(named.holdings == [.poolShare(pool.id), line])
        #expect(named.balances == [id] && named.data == ["config.memo_required"])
        #expect(NamedEntries([]).data.isEmpty)
    }
}
