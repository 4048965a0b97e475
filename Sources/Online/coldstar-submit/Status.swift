// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import TextCodec

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "What the journal knows; asks no network.",
        discussion: """
            What waits for somebody comes first: requests that no one has signed, those signed in part, what was not sent, what is
            pending; then what is settled.
            Example: coldstar-submit status, or with a transaction's hash.
            """)

    @Argument(help: "The hash of a transaction, or 8 or more of its first digits; without one the latest are listed.")
    var hash: String?

    @Option(help: "How many to list.")
    var limit: String = "50"

    @Flag(help: "Print one JSON document for each transaction, one a line.")
    var json = false

    @OptionGroup var home: HomeOptions
    @OptionGroup var network: NetworkOptions

    func run() throws {
        let limit = try Arguments.number(limit, "--limit", as: Int.self)
        let wanted = try hash.map { hash throws(Failure) in try HashPrefix(hash) }
        let store = try OnlineJournal.consulting(home)
        do {
            if let wanted { return try show(wanted, store) }
            if let store { try list(store, limit) }
        } catch let error as JournalError {
            throw Failure(error)
        }
    }

    private var now: Int64 { Int64(clamping: NowOption.clock().seconds) }

    private func list(_ store: SQLiteJournal, _ limit: Int) throws {
        let list = try StatusList(store, limit: limit, now: now)
        for entry in list.entries { try print(entry) }
        if list.waitingLeftOut > 0 {
            Console.say("note: \(list.waitingLeftOut) more wait for something; --limit N lists more")
        }
    }

    private func print(_ entry: StatusEntry) throws {
        guard !json else { return try Console.put(line: entry.document().text()) }
        for line in entry.lines(isWhole: false) { try Console.put(line: line) }
    }

    private func show(_ prefix: HashPrefix, _ store: SQLiteJournal?) throws {
        guard let store else { throw prefix.unknown }
        let hash = try prefix.hash(in: store)
        let file = try store.archive(of: hash)
        let entry: StatusEntry
        if let submission = try store.submission(hash: hash) {
            entry = try StatusEntry(submission, in: store, now: now)
        } else if let request = try store.request(hash: hash) {
            entry = try StatusEntry(request, in: store, now: now)
        } else if let file {
            throw Failure(.noInput, "the request \(hash) expired and is archived in \(TerminalText.escape(file))")
        } else {
            throw prefix.unknown
        }
        let events = try store.events(hash: hash)
        guard !json else {
            let archive = file.map { [("archived", JSON.string($0))] } ?? []
            return try Console.put(
                line: entry.document(archive + [("events", .array(events.map(Self.document)))]).text())
        }
        for line in entry.lines(isWhole: true) { try Console.put(line: line) }
        if let file { return try Console.put(line: "  archived in \(TerminalText.escape(file))") }
        for event in events {
            try Console.put(line: "  \(Self.time(event).utc)  \(Self.words(event))")
        }
    }

    private static func document(_ event: JournalEvent) -> JSON {
        ["time": .string(time(event).rfc3339), "kind": .string(event.kind.rawValue), "detail": .string(event.detail)]
    }

    private static func time(_ event: JournalEvent) -> Timestamp { Timestamp(UInt64(max(0, event.time))) }

    private static func words(_ event: JournalEvent) -> String {
        let detail = TerminalText.escape(event.detail)
        return switch event.kind {
        case .requested: "requested as \(detail)"
        case .queued: "taken on for sending"
        case .withdrawn where event.detail.hasSuffix(JournalEvent.forgotten): "forgotten by request forget"
        case .withdrawn: "taken back: it could not be written"
        case .replaced: "submitted again with other signatures"
        case .attempt: "posted (\(detail))"
        case .held: "held back: \(detail)"
        case .outcome: "found to be \(detail)"
        }
    }
}
