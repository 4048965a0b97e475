// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import Terminal

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
        let end = try FieldID("before").value(of: before, as: Timestamp.self)
        guard end <= (try clock.time()) else {
            throw Failure(
                .badInput, "--before: \(end.utc) is in the future")
        }
        let opener = try home.journals()
        let journal = try opener.openRequired()
        let path = path ?? opener.freeArchivePath(before: end)
        try OutputOptions.checkFree(path, force: false)
        let archive = try JournalArchive(of: journal, before: end, to: path)
        if json { try Console.put(document: archive.document) } else { Console.say(Wording(archive.text)) }
    }
}
