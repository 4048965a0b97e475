// SPDX-License-Identifier: Apache-2.0

import HTTP
import Journal
import LedgerAPI
import LedgerXDR
import Stellar
import StellarXDR
import Testing

@testable import Submitting

/// The rules of docs/SUBMITTER.md for one transaction, one example each.
struct StateMachineTests {
    private typealias Bench = StateMachineBench

    // MARK: before the first attempt

    @Test func `posts at once if the account is known to be below the sequence number`() {
        let bench = Bench(accountIsAt: 100)
        #expect(bench.next() == .post(server: 0, .waiting))
    }

    @Test func `looks up the transaction before posting if the account's sequence number is unknown`() {
        let bench = Bench()
        #expect(bench.answer(Bench.absent()) == [.ledgerOutcome])
        #expect(bench.next() == .post(server: 0, .waiting))
    }

    @Test func `does not post a transaction that expired before the ledger's close time`() {
        let bench = Bench(maxTime: 500)
        #expect(bench.answer(Bench.absent(closedAt: 516)) == [.ledger, .ledgerOutcome])
        #expect(bench.write() == .expired(reason: "it expired without being applied"))
        #expect(bench.next() == .over)
    }

    @Test func `posts a transaction that expires exactly at the ledger's close time`() {
        let bench = Bench(maxTime: 500)
        bench.answer(Bench.absent(closedAt: 500))
        #expect(bench.next() == .post(server: 0, .waiting))
    }

    @Test func `has nothing to do for a transaction with a final outcome`() {
        let bench = Bench(state: .included, attempts: 1)
        #expect(bench.next() == .over)
    }

    @Test func `does not post a transaction that an earlier failure of its account blocks`() {
        let bench = Bench(mayPost: false)
        bench.answer(Bench.absent())
        #expect(bench.next() == .rest(until: 101))
    }

    // MARK: unknown outcomes

    @Test func `queries account, ledger and hash, in this order, after an attempt of unknown outcome`() {
        let bench = Bench(state: .sent, attempts: 1)
        #expect(bench.answer(Bench.absent()) == [.account, .ledger, .ledgerOutcome])
    }

    @Test func `also looks up a fee bump by its inner hash, after the other queries`() {
        let bench = Bench(isFeeBump: true, state: .pending, attempts: 1)
        #expect(bench.answer(Bench.absent()) == [.account, .ledger, .ledgerOutcome, .innerLedgerOutcome])
    }

    @Test func `records a lost response as an unknown outcome and queries before posting again`() {
        let bench = Bench(accountIsAt: 100)
        bench.post(.uncertain(reason: "timeout"))
        #expect(bench.write()?.doubt == "timeout")
        #expect(bench.next() == .rest(until: 101))
        bench.now = 101
        #expect(bench.answer(Bench.absent()) == [.ledgerOutcome])
        #expect(bench.next() == .rest(until: 103))
        bench.now = 103
        #expect(bench.answer(Bench.absent()) == [.ledgerOutcome, .account, .ledger, .ledgerOutcome])
        #expect(bench.next() == .post(server: 0, .waiting))
    }

    @Test func `requires two observations of a used sequence number after an unknown outcome`() {
        let bench = Bench(state: .pending, attempts: 1)
        bench.answer(Bench.absent(accountAt: 101, usedIn: 11))
        #expect(bench.write()?.doubt == "its sequence number is used, and no ledger contains it; it is looked up again")
        #expect(bench.next() == .rest(until: 110))
        bench.now = 110
        bench.answer(Bench.absent(accountAt: 101, usedIn: 11))
        let reason = "its sequence number 101 was used by another transaction, \(Bench.other) (tx_bad_seq)"
        let codes = ResultCodes(transaction: .txBadSeq, innerTransaction: nil, operations: [])
        #expect(bench.write() == .failed(ledger: nil, resultXDR: nil, codes: codes, reason: reason))
    }

    @Test func `requires two observations of the expiry of a fee bump, even if it was never sent`() {
        let bench = Bench(isFeeBump: true, maxTime: 500)
        bench.answer(Bench.absent(closedAt: 516))
        #expect(bench.next() == .rest(until: 110))
        bench.now = 110
        bench.answer(Bench.absent(closedAt: 522))
        #expect(bench.write() == .expired(reason: "it expired without being applied"))
    }

    @Test func `discards the first observation if the next one contradicts it`() {
        let bench = Bench(state: .pending, attempts: 1)
        bench.answer(Bench.absent(accountAt: 101, usedIn: 11))
        _ = bench.write()
        bench.now = 110
        // The server shows the earlier sequence number again, which voids the first observation.
        bench.answer(Bench.absent(accountAt: 100))
        #expect(bench.next() == .post(server: 0, .waiting))
    }

    @Test func `stays pending if the history ends before the ledger that used the sequence number`() {
        let bench = Bench(state: .pending, attempts: 1)
        bench.answer(Bench.absent(accountAt: 101, usedIn: 20, ledger: 12))
        #expect(
            bench.write()?.doubt == "its sequence number is used in ledger 20, but the history of server-0 ends at 12")
        // Submitting it again would not settle this either.
        #expect(bench.next() == .rest(until: 101))
    }

    // MARK: rejections

    @Test func `records a rejection once no server has the transaction`() {
        let bench = Bench(accountIsAt: 100)
        bench.post(Bench.rejection(.txBadAuth))
        #expect(bench.answer(Bench.absent()) == [.account, .ledger, .ledgerOutcome])
        guard case .failed(nil, _, _, "tx_bad_auth", _)? = bench.write() else {
            Issue.record("the rejection is not recorded")
            return
        }
        #expect(bench.next() == .over)
    }

    @Test func `records the inclusion if a ledger has the rejected transaction`() {
        let bench = Bench(accountIsAt: 100)
        bench.post(Bench.rejection(.txBadSeq))
        bench.answer { _, fact in
            fact == .ledgerOutcome ? .ledgerOutcome(Bench.outcome(isSuccessful: true)) : Bench.absent()(0, fact)
        }
        #expect(bench.write() == .included(ledger: 11, resultXDR: nil))
    }

    @Test func `stays pending on a temporary rejection while an earlier attempt may be pending`() {
        let bench = Bench(state: .pending, attempts: 1)
        bench.answer(Bench.absent())
        bench.post(Bench.rejection(.txInsufficientBalance))
        bench.answer(Bench.absent())
        #expect(
            bench.write()?.doubt == "rejected with tx_insufficient_balance, but an earlier attempt may be pending")
    }

    @Test func `stays pending on tx_bad_seq if the sequence number is the account's next one`() {
        let bench = Bench(accountIsAt: 100)
        bench.post(Bench.rejection(.txBadSeq))
        bench.answer(Bench.absent(accountAt: 100))
        #expect(bench.write()?.doubt == "rejected with tx_bad_seq, but an earlier attempt may be pending")
    }

    @Test func `reports the account's sequence number on tx_bad_seq for a number too far ahead`() {
        let bench = Bench(accountIsAt: 50)
        bench.post(Bench.rejection(.txBadSeq))
        bench.answer(Bench.absent(accountAt: 50))
        guard case .notSent(let reason, let codes?)? = bench.write() else {
            Issue.record("a number ahead of the account's has failed")
            return
        }
        let words = "it waits for the numbers before it (tx_bad_seq): the account is at 50, and this is number 101"
        #expect(reason == words && codes.decisive == .txBadSeq)
        #expect(bench.next() == .over && bench.submission.state == .queued)
    }

    @Test func `stays pending on tx_too_late for a transaction without expiry`() {
        let bench = Bench(accountIsAt: 100)
        bench.post(Bench.rejection(.txTooLate))
        bench.answer(Bench.absent())
        #expect(bench.write()?.doubt == "rejected with tx_too_late, which is impossible")
    }

    @Test(arguments: [(701, "which is impossible"), (700, "which is not proven"), (401, "which is not proven")])
    func `does not believe tx_too_late before the expiry`(maxTime: Int64, words: String) {
        let bench = Bench(maxTime: maxTime, accountIsAt: 100)
        bench.post(Bench.rejection(.txTooLate))
        bench.answer(Bench.absent(closedAt: 401))
        #expect(bench.write()?.doubt == "rejected with tx_too_late, \(words)")
    }

    // MARK: several servers

    @Test func `one server's report is sufficient for success`() {
        let bench = Bench(servers: 2, state: .pending, attempts: 1)
        let asked = bench.answer { server, fact in
            #expect(server == 0)
            return fact == .ledgerOutcome ? .ledgerOutcome(Bench.outcome(isSuccessful: true)) : Bench.absent()(0, fact)
        }
        #expect(asked == [.account, .ledger, .ledgerOutcome])
        #expect(bench.write() == .included(ledger: 11, resultXDR: nil))
    }

    @Test func `stays pending on a failure in a ledger if another server lacks the transaction`() {
        let bench = Bench(servers: 2, state: .pending, attempts: 1)
        bench.answer { server, fact in
            fact == .ledgerOutcome && server == 0
                ? .ledgerOutcome(Bench.outcome(isSuccessful: false)) : Bench.absent()(server, fact)
        }
        let words = "server-0 says that it failed in ledger 11, and server-1, which is at ledger 12, does not have it"
        #expect(bench.write()?.doubt == words)
        #expect(bench.remarks == [words])
    }

    @Test func `records a failure if all servers report it`() {
        let bench = Bench(servers: 2, state: .pending, attempts: 1)
        bench.answer { server, fact in
            fact == .ledgerOutcome
                ? .ledgerOutcome(Bench.outcome(isSuccessful: false)) : Bench.absent()(server, fact)
        }
        #expect(bench.write()?.isFailure == true)
    }

    @Test func `stays pending instead of failing while a server does not respond`() {
        let bench = Bench(servers: 2, state: .pending, attempts: 1)
        bench.answer { server, fact in server == 1 ? .silence(seconds: nil) : Bench.absent(accountAt: 101)(0, fact) }
        #expect(bench.write()?.doubt == "whether it can still be applied is unknown until server-1 answers")
    }

    @Test func `stays pending if servers disagree about the sequence number`() {
        let bench = Bench(servers: 2, state: .pending, attempts: 1)
        bench.answer { server, fact in Bench.absent(accountAt: server == 0 ? 101 : 100)(server, fact) }
        #expect(bench.write()?.doubt == "server-0 says that its sequence number is used, server-1 that it is not")
    }

    @Test func `posts to the other server before recording a rejection by one`() {
        let bench = Bench(servers: 2, accountIsAt: 100)
        bench.post(Bench.rejection(.txBadAuth))
        bench.answer(Bench.absent())
        #expect(bench.write()?.doubt == "server-0 rejects it with tx_bad_auth; server-1 is asked too")
        #expect(bench.next() == .post(server: 1, .waiting))
    }

    @Test func `stays pending if servers reject with different codes`() {
        let bench = Bench(servers: 2, accountIsAt: 100)
        bench.post(Bench.rejection(.txBadAuth))
        bench.answer(Bench.absent())
        _ = bench.write()
        bench.post(Bench.rejection(.txInsufficientBalance))
        bench.answer(Bench.absent())
        #expect(
            bench.write()?.doubt == "server-0 rejects it with tx_bad_auth, server-1 with tx_insufficient_balance")
    }

    @Test func `posts to the other server after an unknown outcome`() {
        let bench = Bench(servers: 2, accountIsAt: 100)
        bench.post(.uncertain(reason: "timeout"))
        _ = bench.write()
        bench.now = 103
        bench.answer(Bench.absent())
        #expect(bench.next() == .post(server: 1, .waiting))
    }

    // MARK: not sent

    @Test func `retries a busy server after its requested delay`() {
        let bench = Bench(accountIsAt: 100)
        bench.post(.busy(status: 429, retryAfter: 7))
        #expect(bench.write() == .notSent(reason: "the server is busy (429)"))
        // The answer may have come at the end of second 100: seven seconds are over at the end of 107.
        #expect(bench.next() == .rest(until: 108))
        bench.now = 107
        #expect(bench.next() == .rest(until: 108))
        bench.now = 108
        #expect(bench.next() == .post(server: 0, .waiting))
    }

    @Test func `no wait extends beyond the time limit`() {
        let bench = Bench(accountIsAt: 100, wait: 3)
        bench.post(.busy(status: 429, retryAfter: 7))
        _ = bench.write()
        #expect(bench.next() == .over)
        #expect(bench.submission.state == .queued)
    }

    @Test func `skips an unreachable server`() {
        let bench = Bench(servers: 2, accountIsAt: 100)
        bench.post(.notSent(.cannotConnect(host: "server-0", detail: "refused")))
        guard case .notSent? = bench.write() else {
            Issue.record("the attempt is not recorded as not sent")
            return
        }
        #expect(bench.next() == .post(server: 1, .waiting))
    }

    @Test func `uses the synchronous endpoint of a server without the asynchronous one`() {
        let bench = Bench(queue: true, accountIsAt: 100)
        #expect(bench.post(.noQueue)?.endpoint == .queue)
        _ = bench.write()
        #expect(bench.next() == .post(server: 0, .waiting))
    }

    @Test func `retries a full queue one ledger later`() {
        let bench = Bench(queue: true, accountIsAt: 100)
        bench.post(.queueIsFull)
        guard case .notSent? = bench.write() else {
            Issue.record("the attempt is not recorded as not sent")
            return
        }
        #expect(bench.next() == .rest(until: 105))
    }

    @Test func `does not use a server again that is not Horizon`() {
        let bench = Bench(accountIsAt: 100)
        bench.post(.notAServer(status: 404))
        _ = bench.write()
        #expect(bench.next() == .over)
        #expect(bench.pool.fault == .notAServer(status: 404))
    }
}
