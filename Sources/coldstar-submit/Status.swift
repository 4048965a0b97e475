// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Journal
import OnlineSupport
import Stellar
import TextCodec

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "What the journal knows; asks no network.",
        discussion: "Example: coldstar-submit status, or with a transaction's hash.")

    @Argument(help: "The hash of a transaction, 64 hex digits; without one the latest are listed.")
    var hash: String?

    @Option(help: "How many to list.")
    var limit: String = "50"

    @Flag(help: "Print one JSON document for each transaction, one a line.")
    var json = false

    @OptionGroup var home: HomeOptions
    @OptionGroup var network: NetworkOptions

    func run() throws {
        let limit = try Arguments.number(limit, "--limit", as: Int.self)
        let wanted = try hash.map { hash throws(Failure) in
            guard let wanted = TransactionHash(hex: hash) else {
                throw Failure(.badInput, "\(TerminalText.escape(hash)) is no hash: 64 hex digits are wanted")
            }
            return wanted
        }
        let store = try OnlineJournal.consulting(home)
        do {
            if let wanted { return try show(wanted, store) }
            if let store { try list(store, limit) }
        } catch let error as JournalError {
            throw Failure(error)
        }
    }

    private func list(_ store: SQLiteJournal, _ limit: Int) throws {
        let submissions = try store.submissions(limit: limit)
        for submission in submissions { try print(submission) }
        var left = limit - submissions.count
        for request in try store.requests(limit: limit) where left > 0 {
            guard try store.submission(hash: request.hash) == nil else { continue }
            try print(request)
            left -= 1
        }
    }

    private func show(_ hash: TransactionHash, _ store: SQLiteJournal?) throws {
        guard let store else { throw Self.unknown(hash) }
        if let submission = try store.submission(hash: hash.hex) {
            try print(submission)
        } else if let request = try store.request(hash: hash.hex) {
            try print(request)
        } else if let file = try store.archive(of: hash.hex) {
            throw Failure(.noInput, "the request \(hash.hex) expired and is archived in \(TerminalText.escape(file))")
        } else {
            throw Self.unknown(hash)
        }
        guard !json else { return }
        if let file = try store.archive(of: hash.hex) {
            return try Console.put(line: "  archived in \(TerminalText.escape(file))")
        }
        for event in try store.events(hash: hash.hex) {
            try Console.put(line: "  \(Timestamp(UInt64(max(0, event.time))).utc)  \(Self.words(event))")
        }
    }

    private static func unknown(_ hash: TransactionHash) -> Failure {
        Failure(.noInput, "the journal knows nothing of \(hash.hex)")
    }

    private static func words(_ event: JournalEvent) -> String {
        let detail = TerminalText.escape(event.detail)
        return switch event.kind {
        case .requested: "requested as \(detail)"
        case .queued: "taken on for sending"
        case .withdrawn: "taken back: it could not be written"
        case .replaced: "given anew, with other signatures"
        case .attempt: "posted (\(detail))"
        case .held: "held back: \(detail)"
        case .outcome: "found to be \(detail)"
        }
    }

    private func print(_ submission: Submission) throws {
        guard !json else { return try Console.put(line: Outcome.document(submission).text()) }
        let place = submission.ledger.map { " in ledger \($0)" } ?? ""
        let reason = (submission.held ?? submission.error).map { " (\(TerminalText.escape($0)))" } ?? ""
        try Console.put(
            line:
                "\(submission.transaction.hash)  \(submission.state.rawValue)\(place), attempts \(submission.attempts)\(reason)"
        )
    }

    private func print(_ request: RecordedRequest) throws {
        let created = Timestamp(UInt64(max(0, request.created)))
        guard json else {
            let note = request.note.map { "  \(TerminalText.escape($0))" } ?? ""
            return try Console.put(line: "\(request.hash)  requested \(created.utc), no signature came back yet\(note)")
        }
        try Console.put(
            line: JSON.object(
                JSONObject([
                    ("version", 1), ("hash", .string(request.hash)), ("status", "requested"),
                    ("created", .string(created.rfc3339)),
                ])
            ).text())
    }
}
