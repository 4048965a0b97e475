// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Stellar
import Terminal
import Workspace

struct ManageJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Back up, check, export and shorten the journal.",
        discussion: "It knows what was sent: back it up like anything that cannot be made again.",
        subcommands: [BackUpJournal.self, VerifyJournal.self, ExportJournal.self, ArchiveJournal.self])
}

struct VerifyJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Say whether the journal, a backup or an archive is whole; changes nothing.",
        discussion: """
            The file's pages and indices, and every row: that requests and envelopes can be read, and are what their hashes say.
            Example: coldstar-submit journal verify
            """)

    @Argument(help: "A backup or archive; without one the journal of this home.", completion: .file())
    var file: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let path = try file ?? home.journals().path
        let journal = try JournalOpener.read(path: path)
        let audit = try JournalAudit(journal, path: path, progress: Progress.counter("checking", "rows"))
        if json { try Console.result(document: audit.json) }
        try audit.requireIntact()
        if !json { try Console.result([.line("\(audit.file): \(audit.text), all whole")]) }
    }
}

struct ExportJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write every request, signature, signed transaction and event, for other programs to read.",
        discussion: """
            JSON, one document a line, or a table in which every row has the columns of all. The signatures of a transaction stand
            beside it. Examples: coldstar-submit journal export --out journal.jsonl
            coldstar-submit journal export --csv --out journal.csv
            """)

    @Flag(help: "One JSON document a line (default).")
    var json = false

    @Flag(help: "Comma-separated values.")
    var csv = false

    @Option(help: "A backup or archive; without one the journal of this home.", completion: .file())
    var from: String?

    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard !(json && csv) else { throw Failure(.usage, "--json and --csv exclude each other") }
        try output.checkFree()
        do {
            let journal = try JournalOpener.read(path: from ?? home.journals().path)
            let lines = try journal.exportLines(csv: csv, progress: Progress.counter("exporting", "rows"))
            try output.deliver(lines.joined(separator: "\n"))
        } catch { throw Failure(any: error) }
    }
}

struct BackUpJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a copy of the journal to a file, whole or not at all.",
        discussion: """
            Other programs may go on meanwhile: the copy has all that was on disk at one moment. The contacts are in it too. A
            damaged journal is not copied. For standard output the copy is made whole beside the journal first.
            Examples: coldstar-submit journal backup /mnt/stick/journal-2026-11-21.sqlite
            coldstar-submit journal backup - | age -r age1... > journal.age
            """)

    @Argument(help: "The file; - for standard output.", completion: .file())
    var file: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        if file == "-" {
            guard !json else { throw Failure(.usage, "--json would go where the copy goes: name a file") }
            guard !Console.outputIsTerminal else {
                throw Failure(
                    .usage, "the copy is binary and is not written to a terminal",
                    hint: "give a file name, or a command after |")
            }
        } else {
            try OutputOptions.checkFree(file, force: force)
        }
        let copy = try JournalCopy(of: try home.journals().path, progress: Progress.counter("checking", "rows"))
        guard file != "-" else {
            try copy.stream { bytes throws(Failure) in try Console.result(bytes) }
            return Console.message("written to standard output")
        }
        try copy.write(to: file, replacing: force)
        if json { return try Console.result(document: ["file": .string(file)]) }
        Console.message("written to \(TerminalText.escape(file))")
    }
}

struct ArchiveJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Move what has long been settled into a separate file.",
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
        try JournalArchive.check(end, now: try clock.time())
        let opener = try home.journals()
        let journal = try opener.openRequired()
        let path = path ?? opener.freeArchivePath(before: end)
        try OutputOptions.checkFree(path, force: false)
        let archive = try JournalArchive(of: journal, before: end, to: path)
        if json { try Console.result(document: archive.document) } else { Console.message(Wording(archive.text)) }
    }
}
