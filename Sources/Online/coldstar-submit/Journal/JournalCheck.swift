// SPDX-License-Identifier: Apache-2.0

import Faults
import Handoff
import Journal
import OnlineShell
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec
import XDR

/// Checks every row of a journal and collects the faults.
struct JournalCheck {
    private let path: String
    private var faults: [String]
    private var count: [JournalRow.Table: Int] = [:]
    private var archived = 0

    init(_ journal: SQLiteJournal, _ path: String) throws(Failure) {
        self.path = TerminalText.escape(path)
        do throws(JournalError) {
            faults = try journal.faults()
            // The rows of a file with damaged pages are not worth checking.
            guard faults.isEmpty else { return }
            var rows = self
            try journal.export { row in
                rows.look(at: row)
                return true
            }
            (faults, count, archived) = (rows.faults, rows.count, rows.archived)
        } catch { throw Failure(error) }
    }

    var counts: String {
        func words(_ table: JournalRow.Table, _ name: String) -> String {
            let number = count[table] ?? 0
            return "\(number) \(name)\(number == 1 ? "" : "s")"
        }
        return [
            words(.request, "request"), words(.signature, "signature"), words(.submission, "transaction"),
            words(.event, "event"),
        ]
        .joined(separator: ", ") + (archived > 0 ? " (\(archived) of the transactions archived)" : "")
    }

    var document: JSON {
        [
            "file": .string(path), "ok": .bool(faults.isEmpty), "requests": .integer(count[.request] ?? 0),
            "signatures": .integer(count[.signature] ?? 0), "transactions": .integer(count[.submission] ?? 0),
            "archived": .integer(archived),
            "events": .integer(count[.event] ?? 0), "faults": .array(faults.map(JSON.string)),
        ]
    }

    /// Prints all faults but the first on standard error, and throws the first.
    func raise() throws(Failure) {
        guard let first = faults.first else { return }
        for fault in faults.dropFirst() { Console.tell("\(path): \(TerminalText.escape(fault))") }
        throw Failure(
            .badInput, "\(path) is damaged: \(first)",
            hint:
                "keep the file as it is; a backup can take its place, and coldstar-submit resume then looks up what is open"
        )
    }

    private mutating func look(at row: JournalRow) {
        count[row.table, default: 0] += 1
        guard case .text(let hash) = row["hash"], case .integer(let number) = row["number"] else {
            return faults.append("a row of \(row.table.rawValue) has no hash or number")
        }
        if let fault = Self.fault(of: row, hash) { faults.append("\(row.table.rawValue) \(number): \(fault)") }
        if row.table == .submission, row["envelope"] == .text("") { archived += 1 }
    }

    private static func fault(of row: JournalRow, _ hash: String) -> String? {
        switch row.table {
        case .event: return nil
        case .signature:
            guard case .text(let hint) = row["hint"], case .text(let text) = row["signature"] else {
                return "it has no signature"
            }
            let isSignature = RecordedSignature(hash: hash, hint: hint, signature: text).decorated != nil
            return isSignature ? nil : "its signature cannot be read"
        case .request:
            guard case .text(let text) = row["document"], let json = try? JSON(parsing: Array(text.utf8)),
                let request = try? SigningRequest(json: json)
            else { return "its document cannot be read" }
            let found =
                switch request.content {
                case .message(let message): StellarMessage.hash(of: message.bytes)
                case .transaction(let envelope), .challenge(let envelope, _):
                    envelope.hash(on: Network(passphrase: request.networkPassphrase))
                }
            return found.hex == hash ? nil : "its document has the hash \(found.hex), and not \(hash)"
        case .submission:
            guard case .text(let text) = row["envelope"], case .text(let passphrase) = row["network_passphrase"] else {
                return "it has no envelope"
            }
            if text.isEmpty { return nil }
            guard let bytes = try? Base64.decode(text), let envelope = try? TransactionEnvelope(xdr: bytes) else {
                return "its envelope cannot be read"
            }
            let found = envelope.hash(on: Network(passphrase: passphrase))
            return found.hex == hash ? nil : "its envelope has the hash \(found.hex), and not \(hash)"
        }
    }
}
