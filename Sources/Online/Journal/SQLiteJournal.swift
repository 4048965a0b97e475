// SPDX-License-Identifier: Apache-2.0

import Codec
import GRDB
import Stellar
import StellarXDR

/// The journal in an SQLite file, `journal.sqlite` in the online state's folder. `JournalOpener` opens it.
final class SQLiteJournal: OnlineJournal {
    let file: JournalFile
    let folder: String
    let clock: @Sendable () -> Int64

    init(_ file: JournalFile, folder: String, clock: @escaping @Sendable () -> Int64) {
        self.file = file
        self.folder = folder
        self.clock = clock
    }

    /// The path of the journal file.
    static func path(in folder: String) -> String { folder + "/journal.sqlite" }

    // MARK: requests

    func record(_ requests: [RecordedRequest], since mark: JournalPosition?) throws(JournalError) -> Bool {
        for request in requests {
            try Self.checkText(request.id, request.network.passphrase, request.document, request.note)
            try Self.checkText(request.batch?.id, request.batch?.name)
        }
        let now = clock()
        return try file.write { db in
            if let mark {
                for request in requests where try NumberRow.isTaken(db, request, since: mark) { return false }
            }
            for request in requests {
                if let known = try RequestRow.fetch(db, id: request.id) {
                    guard known == request.withoutPayments else { throw JournalError.conflict(id: request.id) }
                    continue
                }
                try RequestRow.insert(db, request)
                try EventRow.append(db, now, request.hash, .requested, request.id)
            }
            try PaymentRow.insert(db, requests.lazy.flatMap { request in request.payments.map { ($0, request.hash) } })
            return true
        }
    }

    func mark() throws(JournalError) -> JournalPosition { try file.read { db in try NumberRow.mark(db) } }

    func withdraw(_ ids: [String]) throws(JournalError) {
        let now = clock()
        try file.write { db in
            for id in ids {
                guard let known = try RequestRow.fetch(db, id: id),
                    try SubmissionRow.fetch(db, hash: known.hash) == nil
                else { continue }
                try RequestRow.remove(db, id: id)
                try EventRow.append(db, now, known.hash, .withdrawn, id)
            }
        }
    }

    func request(hash: TransactionHash) throws(JournalError) -> RecordedRequest? {
        try file.read { db in try RequestRow.fetch(db, hash: hash) }
    }

    func request(id: String) throws(JournalError) -> RecordedRequest? {
        try file.read { db in try RequestRow.fetch(db, id: id) }
    }

    func requests(limit: Int) throws(JournalError) -> [RecordedRequest] {
        try file.read { db in try RequestRow.latest(db, limit: limit) }
    }

    // MARK: submissions

    func queue(
        _ count: Int, _ transaction: (Int) throws(JournalError) -> (SignedTransaction, [RecordedSignature])
    ) throws(JournalError) {
        let now = clock()
        try file.write { db in
            for index in 0..<count {
                let (transaction, signatures) = try transaction(index)
                try Self.queue(db, transaction, at: now)
                for signature in signatures {
                    try Self.check(signature)
                    try SignatureRow.insert(db, signature, at: now)
                }
            }
        }
    }

    private static func queue(_ db: Database, _ transaction: SignedTransaction, at now: Int64) throws {
        let hash = transaction.hash
        try checkText(transaction.network.passphrase, transaction.envelope)
        guard let known = try SubmissionRow.fetch(db, hash: hash) else {
            try SubmissionRow.insert(db, transaction, at: now)
            try PaymentRow.insert(db, foreign: transaction)
            try EventRow.append(db, now, hash, .queued, SubmissionState.queued.rawValue)
            if let state = try SubmissionRow.settle(db, transaction) {
                try append(db, try SubmissionRow.require(db, hash: hash), state, at: now)
            }
            return
        }
        guard known.transaction != transaction, !known.mayHaveArrived else { return }
        try SubmissionRow.replace(db, transaction)
        try EventRow.append(db, now, hash, .replaced, "signed again")
    }

    func submission(hash: TransactionHash) throws(JournalError) -> Submission? {
        try file.read { db in try SubmissionRow.fetch(db, hash: hash) }
    }

    func claim(hash: TransactionHash) throws(JournalError) -> SubmissionClaim? {
        try SubmissionClaim(folder: folder, hash: hash)
    }

    func perform(_ steps: [JournalStep]) throws(JournalError) -> [Submission] {
        let now = clock()
        return try file.write { db in
            try steps.map { step in
                let known = try SubmissionRow.require(db, hash: step.hash)
                switch step {
                // A fee bump of it may have been applied, which settled it too.
                case .attempt where known.isFinal: return known
                case .attempt: try Self.beginAttempt(db, known, at: now)
                case .outcome(_, let outcome): try Self.finish(db, known, outcome, at: now)
                case .hold(_, let reason):
                    guard known.state == .queued, known.held == nil else { return known }
                    try SubmissionRow.hold(db, hash: step.hash, reason: reason)
                    try EventRow.append(db, now, step.hash, .held, reason)
                }
                return try SubmissionRow.require(db, hash: step.hash)
            }
        }
    }

    private static func beginAttempt(_ db: Database, _ known: Submission, at now: Int64) throws {
        let hash = known.transaction.hash
        // An open attempt belongs to another program, or to one that was killed: it may have arrived.
        let doubtful = known.doubtfulAttempts + (known.state == .sent ? 1 : 0)
        try SubmissionRow.beginAttempt(db, hash: hash, doubtful: doubtful, at: now)
        try EventRow.append(db, now, hash, .attempt, "\(SubmissionState.sent.rawValue) \(known.attempts + 1)")
    }

    private static func finish(_ db: Database, _ known: Submission, _ outcome: SubmissionOutcome, at now: Int64) throws
    {
        let hash = known.transaction.hash
        switch Transition(of: known, by: outcome) {
        case .none: return
        case .illegal(let state): throw JournalError.illegalTransition(hash: hash, from: known.state, to: state)
        case .to(let state, let doubtful):
            try SubmissionRow.finish(db, hash: hash, state, doubtful: doubtful, outcome)
            try append(db, try SubmissionRow.require(db, hash: hash), state, at: now)
            if outcome.ledger != nil { try settleTwins(db, of: known.transaction, state, outcome, at: now) }
        }
    }

    private static func settleTwins(
        _ db: Database, of settled: SignedTransaction, _ state: SubmissionState, _ outcome: SubmissionOutcome,
        at now: Int64
    ) throws {
        let place = outcome.place ?? settled.hash
        for twin in try SubmissionRow.settleTwins(db, of: settled, state, outcome, as: place) {
            try append(db, try SubmissionRow.require(db, hash: twin), state, at: now)
        }
    }

    /// Appends the event of an outcome, using the row's new state.
    private static func append(
        _ db: Database, _ settled: Submission, _ state: SubmissionState, at now: Int64
    ) throws {
        let words = settled.reason.map { ": \($0)" } ?? ""
        try EventRow.append(db, now, settled.transaction.hash, .outcome, state.rawValue + words)
    }

    func numbersInUse(
        network: Network, source: AccountID, after: Int64
    ) throws(JournalError) -> [NumberInUse] {
        try file.read { db in try NumberRow.all(db, network: network, source: source, after: after) }
    }

    func numbersInDoubt(
        network: Network, source: AccountID, before: Int64
    ) throws(JournalError) -> [NumberInUse] {
        try file.read { db in try NumberRow.inDoubt(db, network: network, source: source, before: before) }
    }

    func open() throws(JournalError) -> [OpenSubmission] { try file.read { db in try SubmissionRow.open(db) } }

    func held(network: Network?) throws(JournalError) -> [Submission] {
        try file.read { db in try SubmissionRow.held(db, network: network) }
    }

    func submissions(limit: Int) throws(JournalError) -> [Submission] {
        try file.read { db in try SubmissionRow.latest(db, limit: limit) }
    }

    func events(hash: TransactionHash) throws(JournalError) -> [JournalEvent] {
        try file.read { db in try EventRow.all(db, hash: hash) }
    }

    // MARK: contacts

    func contacts() throws(JournalError) -> [RecordedContact] {
        try file.read { db in try ContactRow.all(db) }
    }

    func contact(named name: String) throws(JournalError) -> RecordedContact? {
        try file.read { db in try ContactRow.fetch(db, name: name) }
    }

    func keep(_ contacts: [RecordedContact], replacing: Bool) throws(JournalError) {
        for contact in contacts {
            try Self.checkText(contact.name, contact.account, contact.memoType, contact.memo, contact.note)
        }
        try file.write { db in
            for contact in contacts {
                if let known = try ContactRow.fetch(db, name: contact.name) {
                    if known == contact { continue }
                    guard replacing else { throw JournalError.contactExists(name: known.name, wanted: contact.name) }
                }
                try ContactRow.put(db, contact)
            }
        }
    }

    func removeContact(named name: String) throws(JournalError) -> Bool {
        try file.write { db in try ContactRow.remove(db, name: name) }
    }

    /// Rejects text that would not read back unchanged: text with a NUL.
    static func checkText(_ texts: String?...) throws(JournalError) {
        guard texts.allSatisfy({ $0?.hasByte(0) != true }) else { throw .badValue("text with a NUL in it") }
    }
}
