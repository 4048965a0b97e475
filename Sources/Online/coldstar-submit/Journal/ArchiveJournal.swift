// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import TextCodec

struct ArchiveJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Move what has long been settled into a file of its own.",
        discussion: """
            Transactions that are in a ledger, failed there or expired, with their requests and all that happened to them, and
            requests that were not answered before they expired. What is open stays. The journal still knows the hash of what was moved,
            so it is never sent again. Example: coldstar-submit journal archive --before 2026-01-01
            """)

    @Option(help: "Move nothing as young as this: 2026-01-01, RFC 3339 or unix time.")
    var before: String

    @Option(
        name: .customLong("out"), help: "The file (default: one beside the journal, named after the date).",
        completion: .file())
    var path: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    func run() throws {
        let isDate = before.utf8.count == 10 && before.utf8.contains(UInt8(ascii: "-"))
        let end = try Arguments.time(isDate ? before + "T00:00:00Z" : before, "--before")
        guard end <= (try clock.time()) else {
            throw Failure(
                .badInput, "--before: \(end.utc) is in the future")
        }
        _ = try OnlineJournal.reading(home)
        let journal = try OnlineJournal.open(home).store
        let path = try path ?? SQLiteJournal.freeArchivePath(in: home.online(), before: end)
        try OutputOptions.checkFree(path, force: false)
        let count: Int
        do { count = try journal.archive(before: end, to: path) } catch { throw Failure(error) }
        if json {
            return try Console.put(document: [
                "before": .string(end.rfc3339), "transactions": .integer(count),
                "file": count > 0 ? .string(path) : .null,
            ])
        }
        guard count > 0 else { return Console.say("nothing before \(end.utc) is settled") }
        Console.say("\(count) \(count == 1 ? "transaction" : "transactions") moved to \(TerminalText.escape(path))")
    }
}
