// SPDX-License-Identifier: Apache-2.0

import Journal
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import Submitting

/// What makes the end of a transaction final, and what does not.
struct ProvenEndTests {
    private typealias Bench = StateMachineBench

    /// The transaction is valid until 1,000,000.
    private static func bench(
        servers: Int = 1, state: SubmissionState = .pending, clock: Int64, maxLedger: Int64? = nil,
        builtAt: LedgerMark? = nil, maxTime: Int64? = 1_000_000, numberUser: TransactionHash? = nil
    ) -> StateMachineBench {
        let bench = Bench(
            servers: servers, maxTime: maxTime, state: state, attempts: state == .queued ? 0 : 1, maxLedger: maxLedger,
            builtAt: builtAt, numberUser: numberUser)
        bench.time = clock
        return bench
    }

    /// The outcome after two lookups, or the doubt after the first one.
    private static func outcome(
        _ bench: StateMachineBench, _ answers: (Int, StatusQuery.Fact) -> StatusQuery.Answer
    ) -> SubmissionOutcome? {
        bench.answer(answers)
        guard let first = bench.write() else { return nil }
        guard first.doubt?.hasSuffix("it is looked up again") == true, case .rest(until: 110) = bench.next() else {
            return first
        }
        bench.now = 110
        bench.answer(answers)
        return bench.write()
    }

    private static let farAhead: Int64 = 1_924_992_000

    @Test func `a ledger dated years ahead is no end, and the same bytes are sent again`() {
        let bench = Self.bench(clock: 900_000)
        let doubt = Self.outcome(bench, Bench.absent(closedAt: Self.farAhead))?.doubt
        #expect(
            doubt
                == "it has expired by the ledger time of server-0 (2031-01-01 00:00:00 UTC), but not by this machine's "
                + "clock (1970-01-11 10:00:00 UTC)")
        #expect(bench.next() == .post(server: 0, .waiting))
        #expect(bench.remarks == [doubt])
    }

    @Test func `an unsent transaction is sent to a server that dates its ledger years ahead`() {
        let bench = Self.bench(state: .queued, clock: 900_000)
        bench.answer(Bench.absent(closedAt: Self.farAhead))
        #expect(bench.next() == .post(server: 0, .waiting))
    }

    @Test(arguments: [
        (1_000_001, 1_000_016), (1_000_016, 1_000_001), (1_000_015, 1_000_015), (1_000_016, 999_999),
        (1_000_000, 2_000_000),
    ])
    func `neither the ledger's time nor this machine's clock alone ends a transaction`(closedAt: Int64, clock: Int64) {
        let bench = Self.bench(clock: clock)
        bench.answer(Bench.absent(closedAt: closedAt))
        let outcome = bench.write()
        #expect(outcome == nil || outcome?.doubt != nil)
        #expect(bench.submission.state == .pending)
    }

    @Test func `both clocks together end a transaction, with a margin`() {
        let bench = Self.bench(clock: 1_000_016)
        #expect(
            Self.outcome(bench, Bench.absent(closedAt: 1_000_016))
                == .expired(reason: "it expired without being applied"))
    }

    @Test func `an end is not proven while one of two servers has another time`() {
        let bench = Self.bench(servers: 2, clock: 2_000_000)
        bench.answer { server, fact in Bench.absent(closedAt: server == 0 ? 2_000_000 : 1_000_001)(server, fact) }
        #expect(bench.write()?.doubt != nil)
    }

    @Test func `tx_too_late is believed only when the end is proven`() {
        for (clock, closedAt, isFinal) in [(900_000, Self.farAhead, false), (2_000_000, 1_000_001, false)]
            as [(Int64, Int64, Bool)]
        {
            let bench = Bench(maxTime: 1_000_000, accountIsAt: 100)
            bench.time = clock
            bench.post(Bench.rejection(.txTooLate))
            bench.answer(Bench.absent(closedAt: closedAt))
            #expect((bench.write()?.doubt?.hasPrefix("rejected with tx_too_late") != true) == isFinal)
        }
    }

    // MARK: by ledger

    @Test func `a second server, or an earlier ledger to compare with, proves an end by ledger`() {
        let mark = LedgerMark(ledger: 20, time: 999_000)
        let cases: [(servers: Int, mark: LedgerMark?, number: Int64, closedAt: Int64, isFinal: Bool)] = [
            (1, mark, 104, 999_990, true), (2, nil, 104, 999_990, true),
            // One server's word; within the margin; a wrong clock; a number that no network can have reached.
            (1, nil, 104, 999_990, false), (1, mark, 101, 999_990, false), (1, mark, 104, 900_000, false),
            (1, mark, 1_081, 999_990, false), (1, LedgerMark(ledger: 90, time: 999_995), 5_000_000, 999_990, false),
        ]
        for item in cases {
            let bench = Self.bench(
                servers: item.servers, clock: 1_000_000, maxLedger: 102, builtAt: item.mark, maxTime: nil)
            let outcome = Self.outcome(bench, Bench.absent(ledger: item.number, closedAt: item.closedAt))
            #expect((outcome == .expired(reason: "it expired without being applied")) == item.isFinal, "\(item)")
            #expect(item.isFinal || outcome?.doubt != nil, "\(item)")
        }
    }

    // MARK: by number

    @Test func `a used number is no end until the transaction that used it was seen`() {
        let unseen = Self.bench(clock: 900_000)
        let doubt = Self.outcome(unseen, Bench.absent(accountAt: 101, usedIn: 11, user: .unseen))?.doubt
        #expect(doubt == "its sequence number 101 is used, but server-0 does not show by which transaction")
        #expect(unseen.next() == .rest(until: 101), "it is asked for again by its hash")
        let seen = Self.bench(clock: 900_000)
        guard case .failed(nil, _, let codes?, let reason, nil)? = Self.outcome(seen, Bench.absent(accountAt: 101))
        else {
            Issue.record("the used number is not final")
            return
        }
        #expect(reason.contains(Bench.other.hex) && codes.decisive == .txBadSeq)
    }

    @Test func `a used number is not called expired, whatever the clocks say`() {
        let bench = Self.bench(clock: 2_000_000)
        #expect(
            Self.outcome(bench, Bench.absent(accountAt: 101, usedIn: 11, closedAt: 2_000_000, user: .unseen))?.doubt
                == "its sequence number 101 is used, but server-0 does not show by which transaction")
    }

    @Test func `a transaction that only the list of transactions shows is asked for again by its hash`() {
        let bench = Self.bench(clock: 2_000_000)
        let found = Bench.outcome(isSuccessful: true)
        #expect(
            Self.outcome(bench, Bench.absent(accountAt: 101, closedAt: 2_000_000, user: .own(found)))?.doubt
                == "its sequence number 101 is used by this transaction, which server-0 does not find by its hash yet")
        #expect(bench.next() == .rest(until: 101))
    }

    @Test func `the list is read page by page, and not for ever`() {
        let bench = Self.bench(clock: 900_000)
        var pages: [String?] = []
        bench.answer { server, fact in
            guard case .numberUser(let search) = fact else {
                return Bench.absent(accountAt: 101, usedIn: 11)(server, fact)
            }
            pages.append(search.cursor)
            #expect(search.ledger == 11)
            return .numberUser(.more(cursor: "page \(pages.count)"))
        }
        #expect(pages.prefix(3) == [nil, "page 1", "page 2"] && pages.count == 12)
        #expect(bench.write()?.doubt?.contains("does not show by which transaction") == true)
    }

    @Test func `a transaction that the journal has seen needs no server to show it`() {
        let bench = Self.bench(clock: 900_000, numberUser: Bench.other)
        #expect(Self.outcome(bench, Bench.absent(accountAt: 101, user: .unseen))?.isFailure == true)
    }

    @Test(arguments: [SubmissionState.queued, .pending])
    func `a number below all of an account that has used none was not used by an unsent transaction`(
        state: SubmissionState
    ) {
        let bench = Self.bench(state: state, clock: 900_000)
        let answers = Bench.absent(accountAt: 102, user: .unseen, hasUsedNumbers: false)
        bench.answer(answers)
        guard state == .queued else {
            #expect(bench.write()?.doubt != nil)
            return
        }
        bench.post(Bench.rejection(.txBadSeq))
        bench.answer(answers)
        guard case .failed(nil, _?, _?, let reason, nil)? = bench.write() else {
            Issue.record("the rejection is not recorded")
            return
        }
        #expect(reason == "its sequence number 101 is below those of its account, which has used none (tx_bad_seq)")
    }

    @Test func `tx_bad_seq of a server that does not show what used the number is not final`() {
        let bench = Bench(accountIsAt: 100)
        bench.post(Bench.rejection(.txBadSeq))
        bench.answer(Bench.absent(accountAt: 101, user: .unseen))
        #expect(
            bench.write()?.doubt?.hasPrefix("rejected with tx_bad_seq; its sequence number 101 is used, but") == true)
    }
}
