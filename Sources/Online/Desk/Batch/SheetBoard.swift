// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Synchronization

/// The tables that are being corrected in pages: a browser does not send a file again.
final class SheetBoard: Sendable {
    struct Sheet: Sendable {
        /// As the browser calls it.
        let name: String
        let content: [UInt8]

        /// Whether a cell has a secret key or its words.
        var hasSecret: Bool {
            let records = (try? CSV.read(content, limit: 100_001, skipsBlank: true)) ?? []
            return records.contains { $0.fields.contains { SecretText.has(.written, in: Array($0.utf8)) } }
        }

        /// The table with the cells that a page's form has, every other row on its line.
        func corrected(by fields: DeskFields) throws(Failure) -> Sheet {
            let records: [CSV.Record]
            do { records = try CSV.read(content, limit: 100_001, skipsBlank: true) } catch {
                throw Failure(.badInput, .file, Wording(error.message))
            }
            guard let header = records.first else { return self }
            let columns = SheetView.columns(header)
            let cells = fields.texts(beginningWith: "cell.")
            var (text, line) = ("", 1)
            for record in records {
                // A row keeps its line, so that errors name the line of the file.
                while line < record.line {
                    text += "\n"
                    line += 1
                }
                var row = record.fields
                if record.line != header.line {
                    for index in 0..<max(row.count, columns.count) {
                        let column = index < columns.count ? columns[index] : "\(index + 1)"
                        guard let cell = cells[SheetView.name(record.line, column)] else { continue }
                        while row.count <= index { row.append("") }
                        row[index] = cell
                    }
                    // What was beyond the last column, and is empty now, is gone.
                    while row.count > columns.count, row.last?.isEmpty == true { row.removeLast() }
                }
                let written = CSV.line(row)
                text += written + "\n"
                line += 1 + written.utf8.count { $0 == 0x0a }
            }
            return Sheet(name: name, content: Array(text.utf8))
        }
    }

    private struct Kept {
        let id: String
        let sheet: Sheet
    }

    private static let most = 8
    private static let mostBytes = 64 << 20
    private let kept = Mutex<[Kept]>([])

    /// - Returns: the name under which the table is found until the desk ends or too many others are kept.
    func keep(_ sheet: Sheet) -> String {
        let id = DeskGuard.secret()
        kept.withLock { all in
            all.append(Kept(id: id, sheet: sheet))
            while all.count > Self.most
                || all.count > 1 && all.reduce(0, { $0 + $1.sheet.content.count }) > Self.mostBytes
            {
                all.removeFirst()
            }
        }
        return id
    }

    subscript(_ id: String) -> Sheet? { kept.withLock { all in all.first { $0.id == id }?.sheet } }
}
