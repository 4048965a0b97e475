// SPDX-License-Identifier: Apache-2.0

import Codec
import LedgerXDR
import Stellar
import StellarXDR

@testable import Journal
@testable import LedgerAPI
@testable import Submitting

/// One state machine with its servers, and a journal for the outcomes that it writes.
final class StateMachineBench {
    static let source = AccountID.ed25519(Uint256(sha256: [1]))
    /// The transaction's sequence number.
    static let number: Int64 = 101

    var now: UInt64 = 100
    /// The machine's clock.
    var time: Int64 = 1_000_000
    var pool: ServerPool
    private(set) var submission: Submission
    private(set) var remarks: [String] = []
    private var machine: SubmissionStateMachine

    init(
        servers: Int = 1, queue: Bool = false, isFeeBump: Bool = false, maxTime: Int64? = nil,
        state: SubmissionState = .queued, attempts: Int = 0, accountIsAt lastSequence: Int64? = nil, wait: UInt64 = 60,
        mayPost: Bool = true, pool: ServerPool? = nil, queuedAt: Int64 = 0, maxLedger: Int64? = nil,
        builtAt: LedgerMark? = nil, numberUser: TransactionHash? = nil
    ) {
        let hash = TransactionHash(Hash(sha256: [2]))
        let inner = isFeeBump ? TransactionHash(Hash(sha256: [3])) : nil
        let pool = pool ?? ServerPool(names: (0..<servers).map { "server-\($0)" }, queue: queue)
        self.pool = pool
        let signed = SignedTransaction(
            hash: hash, innerHash: inner, network: .testnet, envelope: "", source: Self.source, sequence: Self.number,
            maxTime: maxTime)
        submission = Self.submission(signed, state, attempts: attempts, queuedAt: queuedAt)
        var transaction = PendingTransaction(
            hash: hash, innerHash: inner, source: Self.source, sequence: Self.number, maxTime: maxTime,
            ledgerBound: maxLedger.map { .ledger($0) } ?? .unlimited)
        (transaction.builtAt, transaction.numberUser) = (builtAt, numberUser)
        machine = SubmissionStateMachine(
            transaction, submission, pool, now: 100, wait: wait, lastSequence: lastSequence, mayPost: mayPost)
    }

    private static func submission(
        _ transaction: SignedTransaction, _ state: SubmissionState, attempts: Int, ledger: Int64? = nil,
        queuedAt: Int64 = 0
    ) -> Submission {
        Submission(
            transaction: transaction, state: state, attempts: attempts, doubtfulAttempts: state == .pending ? 1 : 0,
            ledger: ledger, resultXDR: nil, codes: nil, error: nil, appliedAs: nil, held: nil, queuedAt: queuedAt,
            firstSent: nil, lastAttempt: nil)
    }

    func next() -> SubmissionStateMachine.Action {
        var words: [String] = []
        pool.machineTime = time
        let action = machine.next(pool, now: now) { words.append($0) }
        remarks += words
        return action
    }

    /// Responds to all queries that are due.
    ///
    /// - Returns: the queries, in order.
    @discardableResult
    func answer(
        _ answer: (_ server: Int, _ fact: StatusQuery.Fact) -> StatusQuery.Answer
    ) -> [StatusQuery.Fact] {
        var asked: [StatusQuery.Fact] = []
        while case .ask(let server, let fact) = next() {
            asked.append(fact)
            let answer = answer(server, fact)
            if case .silence(let seconds, _) = answer { pool.rest(server, seconds: seconds, now: now) }
            machine.answered(answer)
        }
        return asked
    }

    /// Records the outcome that the state machine writes next; nil if its next action is another.
    func write() -> SubmissionOutcome? {
        guard case .write(let outcome) = next() else { return nil }
        let isDoubtful = submission.state == .pending
        submission = Self.submission(
            submission.transaction, outcome.state(doubtful: isDoubtful), attempts: submission.attempts,
            ledger: outcome.ledger)
        machine.written(submission)
        return outcome
    }

    /// Posts and passes on the server's response.
    ///
    /// - Returns: the server and endpoint; nil if the next action is not to post.
    @discardableResult
    func post(_ answer: SubmitAnswer) -> (server: Int, endpoint: SubmitEndpoint)? {
        guard case .post(let server, let endpoint) = next() else { return nil }
        submission = Self.submission(submission.transaction, .sent, attempts: submission.attempts + 1)
        machine.begun(submission, at: server)
        machine.posted(answer, &pool, now: now)
        return (server, endpoint)
    }

    /// The hash of a transaction that used the number in its place.
    static let other = TransactionHash(Hash(sha256: [9]))

    /// A server's responses if no ledger has the transaction.
    ///
    /// - Parameter user: what the list of transactions says about a used number.
    static func absent(
        accountAt sequence: Int64? = 100, usedIn used: Int64? = nil, ledger: Int64 = 12, closedAt: Int64 = 400,
        user: LedgerAnswer.NumberUser = .other(other), hasUsedNumbers: Bool = true
    ) -> (Int, StatusQuery.Fact) -> StatusQuery.Answer {
        { _, fact in
            switch fact {
            case .account: .account(sequence: sequence, ledger: used, hasUsedNumbers: hasUsedNumbers)
            case .numberUser: .numberUser(user)
            case .ledger: .ledger(number: ledger, closedAt: closedAt)
            case .ledgerOutcome, .innerLedgerOutcome: .ledgerOutcome(nil)
            }
        }
    }

    static func outcome(isSuccessful: Bool, ledger: Int64 = 11) -> LedgerOutcome {
        LedgerOutcome(isSuccessful: isSuccessful, ledger: ledger, resultXDR: nil, codes: nil, place: nil)
    }

    static func rejection(_ result: TransactionResultResult) -> SubmitAnswer {
        let xdr = TransactionResult(feeCharged: 100, result: result, ext: .v0).xdr
        guard let refusal = SubmitRejection(resultXDR: Base64.encode(xdr)) else { preconditionFailure("a rejection") }
        return .refused(refusal)
    }
}

extension SubmissionOutcome {
    /// The reason of an unknown outcome; nil for any other.
    var doubt: String? { if case .unknown(let reason) = self { reason } else { nil } }
}
