// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

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
        var lines: [String] = csv ? [CSV.line(Self.columns)] : []
        do {
            let journal =
                if let from { try SQLiteJournal(reading: from) } else { try OnlineJournal.reading(home) }
            try journal.export { row in
                lines.append(csv ? Self.line(row) : Self.document(row).text())
                return true
            }
        } catch let error as JournalError { throw Failure(error) }
        try output.deliver(lines.joined(separator: "\n"))
    }

    private static let columns = [
        "table", "number", "hash", "inner_hash", "network_passphrase", "source", "sequence", "max_time", "id", "kind",
        "note", "created", "state", "attempts", "doubtful_attempts", "ledger", "codes", "error", "held", "went_in_as",
        "queued_at", "first_sent", "last_attempt", "time", "detail", "hint", "signature", "seen", "signatures",
        "result_xdr", "envelope", "document",
    ]

    private static func document(_ row: JournalRow) -> JSON {
        var members: [(String, JSON)] = [("version", 1), ("table", .string(row.table.rawValue))]
        for (column, value) in row.values {
            switch value {
            case .null: members.append((column, .null))
            // 64-bit numbers are strings, as in all documents.
            case .integer(let number):
                members.append((column, column == "sequence" ? .string("\(number)") : .integer(number)))
            case .text(let text): members.append((column, .string(text)))
            }
        }
        if row.table == .submission {
            let signatures = signatures(row).map { ["hint": .string($0), "signature": .string($1)] as JSON }
            members.append(("signatures", .array(signatures)))
        }
        return .object(JSONObject(members))
    }

    private static func line(_ row: JournalRow) -> String {
        CSV.line(
            columns.map { column in
                if column == "table" { return row.table.rawValue }
                if column == "signatures" { return signatures(row).map { "\($0):\($1)" }.joined(separator: " ") }
                return switch row[column] {
                case .null: ""
                case .integer(let number): "\(number)"
                case .text(let text): text
                }
            })
    }

    /// The hint and the signature of each.
    private static func signatures(_ row: JournalRow) -> [(String, String)] {
        guard row.table == .submission, case .text(let text) = row["envelope"], let bytes = try? Base64.decode(text),
            let envelope = try? TransactionEnvelope(xdr: bytes)
        else { return [] }
        return envelope.signatures.map { (Hex.encode($0.hint.bytes), Base64.encode($0.signature.bytes)) }
    }
}
