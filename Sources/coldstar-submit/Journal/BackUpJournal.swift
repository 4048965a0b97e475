// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Journal
import OnlineSupport
import TextCodec

struct BackUpJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a copy of the journal to a file, whole or not at all.",
        discussion: """
            Other programs may go on meanwhile: the copy has all that was on disk at one moment. The contacts are in it too. A
            damaged journal is not copied.
            Example: coldstar-submit journal backup /mnt/stick/journal-2026-11-21.sqlite
            """)

    @Argument(help: "The file.")
    var file: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        try OutputOptions.checkFree(file, force: force)
        let journal = try OnlineJournal.reading(home)
        try JournalCheck(journal, SQLiteJournal.path(in: home.online())).raise()
        do { try journal.backUp(to: file, replacing: force) } catch { throw Failure(error) }
        Console.say("written to \(TerminalText.escape(file))")
    }
}
