// SPDX-License-Identifier: Apache-2.0

package import Faults
import Journal
import Stellar
package import TextCodec

extension TransactionHistory {
    /// The transaction for people, with its events or the archive that has them.
    package var text: [TextPart] {
        let item = TextPart.item(entry.item(isWhole: true))
        if let archive { return [item, .line("  archived in \(TerminalText.escape(archive))")] }
        return [item] + events.map { .line("  \($0.timestamp.utc)  \($0.text)") }
    }

    /// The JSON document of `coldstar-submit status HASH`.
    package var document: JSON {
        let archive = archive.map { [("archived", JSON.string($0))] } ?? []
        return entry.document(archive + [("events", .array(events.map(\.json)))])
    }
}

extension JournalEvent {
    fileprivate var json: JSON {
        ["time": .string(timestamp.rfc3339), "kind": .string(kind.rawValue), "detail": .string(detail)]
    }
}
