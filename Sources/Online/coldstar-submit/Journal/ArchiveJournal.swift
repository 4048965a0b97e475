// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

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
        let path = try path ?? Self.freePath(in: home.online(), end)
        try OutputOptions.checkFree(path, force: false)
        let count: Int
        do {
            count = try journal.archive(before: Int64(clamping: end.seconds), to: path, end: Self.end)
        } catch { throw Failure(error) }
        if json {
            return try Console.put(document: [
                "before": .string(end.rfc3339), "transactions": .integer(count),
                "file": count > 0 ? .string(path) : .null,
            ])
        }
        guard count > 0 else { return Console.say("nothing before \(end.utc) is settled") }
        Console.say("\(count) \(count == 1 ? "transaction" : "transactions") moved to \(TerminalText.escape(path))")
    }

    private static func freePath(in folder: String, _ end: Timestamp) -> String {
        let name = "\(folder)/archive-\(end.rfc3339.prefix(10))"
        var number = 1
        while true {
            let path = name + (number == 1 ? "" : "-\(number)") + ".sqlite"
            if access(path, F_OK) != 0 { return path }
            number += 1
        }
    }

    /// The expiry of the requested transaction; nil if it has none or cannot be read.
    private static func end(of record: RecordedRequest) -> Int64? {
        guard let json = try? JSON(parsing: Array(record.document.utf8)), let request = try? SigningRequest(json: json),
            let end = request.envelope?.innermost.cond.timeBounds?.maxTime, end > 0
        else { return nil }
        return Int64(clamping: end)
    }
}
