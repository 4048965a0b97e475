// SPDX-License-Identifier: Apache-2.0

package import CLISupport
import CurlHTTP
package import Horizon
package import Journal
package import Stellar
import StellarXDR
import TextCodec

/// Brings one signed transaction into the ledger, or finds out for certain that it will not get there.
///
/// Its rules: the journal knows of an attempt before its first byte goes out; after an attempt whose outcome is not known the
/// hash is looked up before anything else; only the very same bytes are ever sent again; nothing is called failed that
/// could still succeed.
package struct Submitter {
    let client: HorizonClient
    let network: Network
    let journal: SQLiteJournal
    let clock: any Pacing
    /// Seconds to go on for, from `run`'s start.
    let wait: UInt64

    package init(
        client: HorizonClient, network: Network, journal: SQLiteJournal, clock: any Pacing, wait: UInt64
    ) {
        self.client = client
        self.network = network
        self.journal = journal
        self.clock = clock
        self.wait = wait
    }

    /// Takes the transaction into the journal, and goes on until it is settled or the time is over.
    ///
    /// While another program is at it, waits for what that one finds out.
    package func run(_ transaction: SignedTransaction) throws(Failure) -> Submission {
        let deadline = clock.seconds + wait
        while true {
            let submission = try journaled { () throws(JournalError) in try journal.queue(transaction) }
            if submission.isFinal { return submission }
            let claim = try journaled { () throws(JournalError) in try journal.claim(hash: transaction.hash) }
            if let claim {
                defer { withExtendedLifetime(claim) {} }
                return try send(transaction, deadline: deadline)
            }
            guard pause(1, until: deadline) else { return submission }
        }
    }

    /// What is known is looked up under the claim: the program that had it before may have found out more.
    private func send(_ transaction: SignedTransaction, deadline: UInt64) throws(Failure) -> Submission {
        var submission = try journaled { () throws(JournalError) in try journal.queue(transaction) }
        if submission.isFinal { return submission }
        // What the network once refused may be good by now (too early, too little balance): asked again, it is tried again.
        repeat {
            // Another machine may have sent it, or an attempt before this one.
            switch try look(up: submission) {
            case .settled(let settled): return settled
            case .absent:
                let attempt = try attempt(submission, deadline: deadline)
                submission = attempt.submission
                if submission.isSettled || !attempt.mayGoOn { return submission }
            case .unanswered(let seconds):
                guard pause(seconds ?? 1, until: deadline) else { return submission }
                continue
            }
            // What was refused for now, or may be on its way, is looked up again before the same bytes are sent again.
            guard try follow(&submission, deadline: deadline) else { return submission }
        } while !submission.isSettled
        return submission
    }

    // MARK: looking

    enum Finding {
        case settled(Submission)
        /// Horizon knows no such transaction.
        case absent
        /// Horizon did not say; it may ask to wait so many seconds.
        case unanswered(UInt64?)
    }

    /// Looks for the transaction in the ledger, and for reasons why it can never get there.
    func look(up submission: Submission) throws(Failure) -> Finding {
        guard let hash = TransactionHash(hex: submission.transaction.hash) else {
            throw Failure(.bug, "the journal holds a hash that is none")
        }
        do {
            if let record = try client.transaction(hash) { return .settled(try settle(submission, record)) }
            guard submission.mayHaveArrived || submission.transaction.maxTime != nil else { return .absent }
            return try verdict(submission).map { outcome throws(Failure) in .settled(try finish(submission, outcome)) }
                ?? .absent
        } catch let error as HorizonError {
            switch error {
            case .rateLimited(let seconds), .unavailable(_, let seconds):
                return .unanswered(seconds.map { UInt64(clamping: $0) })
            default:
                if submission.mayHaveArrived { return .unanswered(nil) }
                throw Failure(error)
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.bug, "an error that cannot be")
        }
    }

    /// What is certain of a transaction that is in no ledger: its time is over, or its number is used; nil when it can still go in.
    private func verdict(_ submission: Submission) throws(HorizonError) -> SubmissionOutcome? {
        let transaction = submission.transaction
        if let end = transaction.maxTime {
            let ledger = try client.latestLedger()
            // The look-up came before this ledger was asked for, so a ledger that closed in between is looked at the next time.
            if Int64(clamping: ledger.closedAt.seconds) > end, try client.transaction(hash(transaction)) == nil {
                return .expired(reason: "its validity ended, and no ledger has it")
            }
        }
        guard submission.mayHaveArrived, let source = try? AccountID(address: transaction.source) else { return nil }
        guard let account = try client.account(source), account.sequence >= transaction.sequence,
            try client.transaction(hash(transaction)) == nil
        else { return nil }
        return .failed(
            ledger: nil, resultXDR: nil, codes: nil,
            reason: "its sequence number \(transaction.sequence) was used by another transaction")
    }

    private func hash(_ transaction: SignedTransaction) -> TransactionHash {
        guard let hash = TransactionHash(hex: transaction.hash) else { preconditionFailure("checked by the caller") }
        return hash
    }

    private func settle(_ submission: Submission, _ record: TransactionRecord) throws(Failure) -> Submission {
        guard !record.isSuccessful else {
            return try finish(submission, .included(ledger: record.ledger, resultXDR: record.resultXDR))
        }
        let codes = record.codes
        return try finish(
            submission,
            .failed(
                ledger: record.ledger, resultXDR: record.resultXDR, codes: codes?.json.text(),
                reason: codes?.decisive ?? "it failed"))
    }

    // MARK: sending

    /// One attempt: on disk first, then out. It may not go on when the server wants more time than there is.
    private func attempt(
        _ queued: Submission, deadline: UInt64
    ) throws(Failure) -> (submission: Submission, mayGoOn: Bool) {
        let transaction = queued.transaction
        let sent = try journaled { () throws(JournalError) in try journal.beginAttempt(hash: transaction.hash) }
        let answer = client.submit(envelope: transaction.envelope, hash: hash(transaction))
        let judged = try judge(answer, sent)
        guard case .busy(_, let seconds) = answer else { return (judged, true) }
        return (judged, pause(seconds.map { UInt64(clamping: $0) } ?? 2, until: deadline))
    }

    private func judge(_ answer: SubmitAnswer, _ sent: Submission) throws(Failure) -> Submission {
        switch answer {
        case .inLedger(let record): return try settle(sent, record)
        case .refused(let refusal): return try judge(refusal, sent)
        case .busy(let status, _): return try finish(sent, .notSent(reason: "the server is busy (\(status))"))
        case .turnedAway(let problem):
            return try finish(sent, .failed(ledger: nil, resultXDR: nil, codes: nil, reason: problem.message))
        case .notHorizon(let status):
            _ = try finish(sent, .notSent(reason: "the server is no Horizon (status \(status))"))
            throw Failure(.protocolBroken, "the server answered with status \(status), not as a Horizon does")
        case .notSent(let error):
            _ = try finish(sent, .notSent(reason: error.message))
            throw Failure(HorizonError.unreachable(error))
        case .uncertain(let reason): return try finish(sent, .unknown(reason: reason))
        }
    }

    /// A refusal can be the echo of an earlier success, or come while an earlier attempt is still on its way through the network: the
    /// hash is looked up before it is believed, and after an attempt of unknown outcome only what lasts is.
    private func judge(_ refusal: SubmitRefusal, _ sent: Submission) throws(Failure) -> Submission {
        let code = refusal.codes.decisive
        do {
            if let record = try client.transaction(hash(sent.transaction)) { return try settle(sent, record) }
            guard try isBelievable(code, sent) else {
                return try finish(
                    sent, .unknown(reason: "refused with \(code), but an earlier attempt may be on its way"))
            }
            // Asked again behind the account, which may have been passed by this very transaction in between.
            if let record = try client.transaction(hash(sent.transaction)) { return try settle(sent, record) }
            return try finish(
                sent,
                .failed(
                    ledger: nil, resultXDR: refusal.resultXDR, codes: refusal.codes.json.text(), reason: code))
        } catch let failure as Failure {
            throw failure
        } catch {
            return try finish(sent, .unknown(reason: "refused with \(code), and the look-up failed"))
        }
    }

    /// Whether a refusal says that no attempt so far can get in any more.
    private func isBelievable(_ code: String, _ sent: Submission) throws(HorizonError) -> Bool {
        guard sent.doubtfulAttempts > 0 else { return true }
        if Self.lasting.contains(code) { return true }
        // The number may have been used by this very transaction, in a ledger that Horizon has not taken in yet: then its account
        // is still behind.
        guard code == "tx_bad_seq", let source = try? AccountID(address: sent.transaction.source) else { return false }
        return try client.account(source).map { $0.sequence >= sent.transaction.sequence } ?? true
    }

    /// Codes that the same bytes get from every node at every time, as long as nobody changes the account's signers.
    private static let lasting: Set<String> = [
        "tx_bad_auth", "tx_bad_auth_extra", "tx_malformed", "tx_missing_operation", "tx_not_supported",
        "tx_soroban_invalid", "tx_bad_sponsorship",
    ]

    // MARK: waiting

    /// Looks the hash up while time is left, a little longer each time; false when the time is over.
    ///
    /// True also when nothing was found for a while: then the same bytes are sent again, since the network may have dropped them.
    private func follow(_ submission: inout Submission, deadline: UInt64) throws(Failure) -> Bool {
        guard submission.mayHaveArrived else { return clock.seconds < deadline }
        let resend = clock.seconds + Self.resendAfter
        var interval: UInt64 = 1
        while clock.seconds < resend {
            guard pause(interval, until: deadline) else { return false }
            switch try look(up: submission) {
            case .settled(let settled):
                submission = settled
                return true
            case .absent: interval = min(interval + 1, 4)
            case .unanswered(let seconds): interval = seconds ?? 2
            }
        }
        return true
    }

    /// Seconds after which bytes that no ledger shows are sent again.
    static let resendAfter: UInt64 = 3

    /// Sleeps; false when the deadline comes first.
    private func pause(_ seconds: UInt64, until deadline: UInt64) -> Bool {
        let now = clock.seconds
        guard now + seconds <= deadline else { return false }
        clock.sleep(seconds)
        return true
    }

    // MARK: the journal

    private func finish(_ submission: Submission, _ outcome: SubmissionOutcome) throws(Failure) -> Submission {
        try journaled { () throws(JournalError) in
            try journal.finish(hash: submission.transaction.hash, outcome)
        }
    }

    private func journaled<T>(_ body: () throws(JournalError) -> T) throws(Failure) -> T {
        do { return try body() } catch { throw Failure(error) }
    }
}

extension Submission {
    /// Whether there is nothing to be done: in a ledger, expired, or refused.
    package var isSettled: Bool { isFinal || state == .failed }
}
