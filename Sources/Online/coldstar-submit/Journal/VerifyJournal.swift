// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Journal
import Terminal

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
        if json { try Console.put(document: audit.json) }
        try audit.requireIntact()
        if !json { try Console.put(line: "\(audit.file): \(audit.text), all whole") }
    }
}
