// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Journal
import Terminal

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
