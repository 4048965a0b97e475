// SPDX-License-Identifier: Apache-2.0

import Codec
import HTTP
import LedgerXDR
import Stellar
import StellarXDR
import TestSupport

@testable import Journal
@testable import LedgerAPI
@testable import Submitting

/// A simulated network with servers and a journal, for randomized runs of a `Schedule`: servers may fail, lag or lie.
struct ScheduleWorld {
    struct Payment {
        let transaction: PendingTransaction
        /// Whether it fails in its ledger.
        let isBad: Bool
    }

    enum Character: CaseIterable {
        case honest
        /// Gives false responses, but never reports a success, because other servers could disprove it.
        case liar
        /// Passes everything on, but dates its ledgers years ahead and finds no transaction.
        case dreamer
    }

    let payments: [Payment]
    var characters: [Character]
    /// The probability that a request fails, in percent.
    var faults: Int
    var random: Seeded

    private(set) var now: UInt64 = 1_000
    private(set) var ledger: Int64 = 100
    private(set) var sequences: [AccountID: Int64] = [:]
    private(set) var included: [TransactionHash: LedgerOutcome] = [:]
    /// Payments that some node has received, and the time from which on they can be included.
    private var queue: [(id: Int, hash: TransactionHash, from: UInt64)] = []
    private(set) var journal: [TransactionHash: Submission] = [:]
    /// The violations of the rules.
    private(set) var wrongs: [String] = []

    init(_ payments: [Payment], characters: [Character], faults: Int, random: Seeded) {
        self.payments = payments
        self.characters = characters
        self.faults = faults
        self.random = random
        for payment in payments {
            sequences[payment.transaction.source] = 0
            journal[payment.transaction.hash] = Submission(
                transaction: SignedTransaction(
                    hash: payment.transaction.hash, innerHash: payment.transaction.innerHash,
                    network: .testnet,
                    envelope: "",
                    source: payment.transaction.source, sequence: payment.transaction.sequence,
                    maxTime: payment.transaction.maxTime), state: .queued, attempts: 0, doubtfulAttempts: 0,
                ledger: nil,
                resultXDR: nil, codes: nil, error: nil, appliedAs: nil, held: nil, queuedAt: 0, firstSent: nil,
                lastAttempt: nil)
        }
    }

    mutating func chance(_ hundredths: Int) -> Bool { Int.random(in: 0..<100, using: &random) < hundredths }

    // MARK: the ledger

    var time: Int64 { Int64(now) }
    var closedAt: Int64 { ledger * 5 + 500 }

    /// Advances time and closes the ledgers that are due.
    mutating func pass(_ seconds: UInt64) {
        for _ in 0..<seconds {
            now += 1
            if time >= closedAt + 5 { close() }
        }
    }

    private mutating func close() {
        ledger += 1
        var left: [(id: Int, hash: TransactionHash, from: UInt64)] = []
        var taken: Set<AccountID> = []
        for waiting in queue {
            let payment = payments[waiting.id]
            let transaction = payment.transaction
            let next = (sequences[transaction.source] ?? 0) + 1
            if truth(transaction) != nil || transaction.sequence < next || isOver(transaction, at: ledger) { continue }
            guard waiting.from <= now, transaction.sequence == next, taken.insert(transaction.source).inserted else {
                left.append(waiting)
                continue
            }
            sequences[transaction.source] = next
            included[waiting.hash] = LedgerOutcome(
                isSuccessful: !payment.isBad, ledger: ledger, resultXDR: nil, codes: nil,
                place: waiting.hash == transaction.hash ? nil : waiting.hash)
        }
        queue = left
    }

    /// Whether a ledger of this number can no longer include the transaction.
    private func isOver(_ transaction: PendingTransaction, at number: Int64) -> Bool {
        transaction.maxTime.map { $0 < closedAt } == true || transaction.maxLedger.map { number >= $0 } == true
    }

    /// The ledger's outcome of a payment: its own or, for a fee bump, that of its inner transaction.
    private func truth(_ transaction: PendingTransaction) -> LedgerOutcome? {
        included[transaction.hash] ?? transaction.innerHash.flatMap { included[$0] }
    }

    /// A node receives the payment now or in some seconds. Someone else may submit the inner transaction of a fee bump.
    private mutating func take(_ id: Int, in seconds: ClosedRange<UInt64> = 0...0) {
        let transaction = payments[id].transaction
        queue.append((id, transaction.hash, now + UInt64.random(in: seconds, using: &random)))
        guard let inner = transaction.innerHash, chance(50) else { return }
        queue.append((id, inner, now + UInt64.random(in: 0...30, using: &random)))
        if chance(50) { queue.swapAt(queue.count - 1, queue.count - 2) }
    }

    // MARK: the servers

    /// A server's response to a status query; the history of an honest server may be a ledger behind.
    mutating func answer(_ id: Int, server: Int, _ fact: StatusQuery.Fact) -> StatusQuery.Answer {
        if chance(faults) { return .silence(seconds: chance(50) ? 2 : nil) }
        let transaction = payments[id].transaction
        let truth = fact == .innerLedgerOutcome ? truth(transaction) : included[transaction.hash]
        if characters[server] == .liar, chance(70) {
            switch fact {
            case .ledger:
                return .ledger(
                    number: ledger + Int64.random(in: -50...1_000_000, using: &random),
                    closedAt: closedAt + Int64.random(in: -500...1_000_000, using: &random))
            case .account:
                return .account(
                    sequence: [nil, 0, transaction.sequence, 1_000_000].randomElement(using: &random) ?? nil)
            case .numberUser: return .numberUser(.unseen)
            case .ledgerOutcome, .innerLedgerOutcome:
                let lie = LedgerOutcome(
                    isSuccessful: false, ledger: ledger + 1_000, resultXDR: nil, codes: nil, place: nil)
                return .ledgerOutcome(chance(50) ? nil : lie)
            }
        }
        if characters[server] == .dreamer {
            switch fact {
            case .ledger: return .ledger(number: ledger + 2_000_000, closedAt: closedAt + 157_680_000)
            case .account: return .account(sequence: sequences[transaction.source] ?? 0, ledger: ledger)
            case .numberUser: return .numberUser(.unseen)
            case .ledgerOutcome, .innerLedgerOutcome: return .ledgerOutcome(nil)
            }
        }
        // The history may not include the last ledger yet. All facts are as of the same ledger.
        let isLate = late[server] == ledger
        switch fact {
        case .ledger: return .ledger(number: isLate ? ledger - 1 : ledger, closedAt: isLate ? closedAt - 5 : closedAt)
        case .account:
            let sequence = sequences[transaction.source] ?? 0
            let justUsed = included.values.contains { $0.ledger == ledger }
            let seen = isLate && justUsed ? min(sequence, before(transaction.source)) : sequence
            return .account(sequence: seen, ledger: isLate ? ledger - 1 : ledger)
        // The only transactions with its number are the payment and its inner transaction.
        case .numberUser:
            let own = self.truth(transaction).flatMap { $0.ledger > ledger - max(lag, isLate ? 1 : 0) ? nil : $0 }
            return .numberUser(own.map { .own($0) } ?? .unseen)
        case .ledgerOutcome, .innerLedgerOutcome:
            let last = ledger - max(lag, isLate ? 1 : 0)
            let seen = truth.flatMap { $0.ledger > last ? nil : $0 }
            return .ledgerOutcome(seen, upTo: lag > 0 || chance(50) ? last : nil)
        }
    }

    /// The number of ledgers by which a server's history lags behind its other data; its responses say so.
    var lag: Int64 = 0

    /// The ledger that each server has not ingested yet.
    var late: [Int: Int64] = [:]

    private func before(_ source: AccountID) -> Int64 {
        let last = payments.filter { $0.transaction.source == source && truth($0.transaction)?.ledger == ledger }
        return last.map { $0.transaction.sequence - 1 }.min() ?? sequences[source] ?? 0
    }

    /// The request reaches the server; the response may be lost.
    mutating func post(_ id: Int, server: Int, _ endpoint: SubmitEndpoint) -> SubmitAnswer {
        if characters[server] == .liar {
            if chance(50) { take(id, in: 0...60) }
            let lies: [SubmitAnswer] = [
                .refused(Self.refusal(.txBadSeq)), .refused(Self.refusal(.txBadAuth)),
                .refused(Self.refusal(.txTooLate)),
                .busy(status: 429, retryAfter: 1), .queued(isNew: true), .uncertain(reason: "a lie"), .queueIsFull,
            ]
            return lies.randomElement(using: &random) ?? .noQueue
        }
        if chance(faults) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: return .busy(status: 429, retryAfter: 2)
            case 1: return .notSent(.cannotConnect(host: "h", detail: "refused"))
            case 2: return .uncertain(reason: "504")
            case 3:
                take(id)
                return .uncertain(reason: "reset")
            case 4:
                take(id, in: 0...30)
                return .uncertain(reason: "504")
            default: return .busy(status: 503, retryAfter: nil)
            }
        }
        let transaction = payments[id].transaction
        if truth(transaction)?.isSuccessful == true || sequences[transaction.source] != transaction.sequence - 1 {
            return .refused(Self.refusal(.txBadSeq))
        }
        if isOver(transaction, at: ledger + 1) { return .refused(Self.refusal(.txTooLate)) }
        if endpoint == .queue {
            if queue.contains(where: { $0.id == id }) { return .queued(isNew: false) }
            if queue.contains(where: { payments[$0.id].transaction.source == transaction.source }) {
                return .queueIsFull
            }
            take(id)
            return .queued(isNew: true)
        }
        take(id)
        pass(5)
        switch included[transaction.hash] {
        case let ledgerOutcome? where ledgerOutcome.isSuccessful:
            return .inLedger(Self.record(transaction, ledgerOutcome.ledger))
        case .some: return .refused(Self.refusal(.txFailed([])))
        case nil: return .uncertain(reason: "504")
        }
    }

    private static func refusal(_ result: TransactionResultResult) -> SubmitRejection {
        let xdr = TransactionResult(feeCharged: 100, result: result, ext: .v0).xdr
        guard let refusal = SubmitRejection(resultXDR: Base64.encode(xdr)) else {
            preconditionFailure("it is a refusal")
        }
        return refusal
    }

    private static func record(_ transaction: PendingTransaction, _ ledger: Int64) -> InclusionRecord {
        let xdr = TransactionResult(feeCharged: 100, result: .txSuccess([]), ext: .v0).xdr
        let json: JSON = [
            "hash": .string(transaction.hash.hex), "successful": true, "ledger": .integer(ledger),
            "created_at": "2026-01-01T00:00:00Z", "source_account": .string(transaction.source.address),
            "source_account_sequence": "1", "fee_charged": "100", "max_fee": "100", "operation_count": 1,
            "envelope_xdr": "AAAA", "result_xdr": .string(Base64.encode(xdr)),
        ]
        guard let record = try? InclusionRecord(json) else { preconditionFailure("it is a record") }
        return record
    }

    // MARK: the journal

    func known(_ id: Int) -> Submission {
        guard let known = journal[payments[id].transaction.hash] else { preconditionFailure("all are queued") }
        return known
    }

    var open: [Int] {
        payments.indices.filter { [.queued, .sent, .pending].contains(known($0).state) && known($0).held == nil }
    }

    /// Applies steps by the rules of the journal.
    mutating func perform(_ steps: [JournalStep]) -> [Submission] {
        steps.map { step in
            guard let known = journal[step.hash] else { preconditionFailure("all are queued") }
            let after: Submission
            switch step {
            case .attempt:
                if known.isFinal { wrongs.append("an attempt after a final outcome") }
                checkOrder(of: step.hash)
                after = known.changed(
                    .sent, attempts: known.attempts + 1,
                    doubtful: known.doubtfulAttempts + (known.state == .sent ? 1 : 0))
            case .outcome(_, let outcome):
                switch Transition(of: known, by: outcome) {
                case .none: after = known
                case .illegal(let state):
                    wrongs.append("from \(known.state) to \(state)")
                    after = known
                case .to(let state, let doubtful):
                    after = known.changed(state, doubtful: doubtful, ledger: outcome.ledger)
                }
            case .hold(_, let reason):
                after = known.state == .queued ? known.changed(.queued, held: reason) : known
            }
            journal[step.hash] = after
            return after
        }
    }

    /// Nothing is sent before the journal records all earlier transactions of its account as included.
    private mutating func checkOrder(of hash: TransactionHash) {
        guard let own = payments.first(where: { $0.transaction.hash == hash })?.transaction else { return }
        for other in payments where other.transaction.source == own.source && other.transaction.sequence < own.sequence
        {
            if journal[other.transaction.hash]?.state != .included {
                wrongs.append("number \(own.sequence) was sent before \(other.transaction.sequence) was in the ledger")
            }
        }
    }

    /// The violations found after the last run.
    func judged() -> [String] {
        var wrongs = wrongs
        for id in payments.indices {
            let (known, truth) = (known(id), truth(payments[id].transaction))
            let name = "\(payments[id].transaction.sequence), \(known.state)"
            switch known.state {
            case .included: if truth?.isSuccessful != true { wrongs.append("\(name), and it is not in the ledger") }
            case .failed where known.ledger != nil:
                if truth?.isSuccessful != false { wrongs.append("\(name) in a ledger, and it did not") }
            // A rejection with a result that the history did not show yet does not contradict the ledger.
            case .failed: if truth?.isSuccessful == true { wrongs.append("\(name), and it is in the ledger") }
            case .expired: if let truth { wrongs.append("\(name), and it is in ledger \(truth.ledger)") }
            case .queued:
                if known.held == nil { wrongs.append("\(name): still open") }
                if truth != nil { wrongs.append("\(name), and it is in the ledger") }
            case .sent, .pending: wrongs.append("\(name): still open")
            }
        }
        return wrongs
    }
}

extension Submission {
    fileprivate func changed(
        _ state: SubmissionState, attempts: Int? = nil, doubtful: Int? = nil, ledger: Int64? = nil, held: String? = nil
    ) -> Submission {
        Submission(
            transaction: transaction, state: state, attempts: attempts ?? self.attempts,
            doubtfulAttempts: doubtful ?? doubtfulAttempts, ledger: ledger, resultXDR: nil, codes: nil, error: nil,
            appliedAs: nil, held: held, queuedAt: 0, firstSent: nil, lastAttempt: nil)
    }
}
