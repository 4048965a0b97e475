// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import Submitter
import TextCodec

struct ListRequests: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Requests that were not submitted: those that wait first, then those that are void.",
        discussion: "Example: coldstar-build request list --json")

    @Option(help: "How many at most.")
    var limit: String = "50"

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let limit = try Arguments.number(limit, "--limit", as: Int.self)
        let now = Int64(clamping: NowOption.clock().seconds)
        var entries: [StatusEntry] = []
        if let store = try OnlineJournal.existing(home) {
            do throws(JournalError) { entries = try StatusList.requests(in: store, now: now) } catch {
                throw Failure(error)
            }
        }
        let shown = entries.prefix(limit)
        if json { return try Console.put(document: ["requests": .array(shown.map { $0.document() })]) }
        if entries.isEmpty { return Console.say("no requests") }
        for entry in shown {
            for line in entry.lines(isWhole: false) { try Console.put(line: line) }
        }
        if shown.count < entries.count {
            Console.say("note: \(entries.count - shown.count) more; --limit N lists more")
        }
    }
}
