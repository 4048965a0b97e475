// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Journal
import Terminal

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
                    hint: "name a file, or a program behind |")
            }
        } else {
            try OutputOptions.checkFree(file, force: force)
        }
        let path = try home.journals().path
        let journal = try JournalOpener.read(path: path)
        try JournalAudit(journal, path: path, progress: Progress.counter("checking", "rows")).requireIntact()
        guard file != "-" else {
            try journal.backUp(beside: path) { bytes throws(Failure) in try Console.put(bytes) }
            return Console.say("written to standard output")
        }
        do { try journal.backUp(to: file, replacing: force) } catch { throw Failure(error) }
        if json { return try Console.put(document: ["file": .string(file)]) }
        Console.say("written to \(TerminalText.escape(file))")
    }
}
