// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
import Stellar

/// Everything that the journal knows of one transaction.
package struct TransactionHistory {
    package let entry: StatusEntry
    /// What happened to it, oldest first.
    package let events: [JournalEvent]
    /// The file to which it was archived; nil when it was not.
    package let archive: String?

    /// - Parameters:
    ///   - store: nil when there is no journal.
    ///   - now: seconds since 1970.
    /// - Throws: `.noInput` when the journal does not know it, or only an archive has it; `.badInput` when several have the prefix.
    package init(_ prefix: HashPrefix, in store: (any OnlineJournal)?, now: Int64) throws(Failure) {
        guard let store else { throw prefix.unknown }
        let hash = try prefix.hash(in: store)
        let found: StatusEntry?
        do throws(JournalError) {
            archive = try store.archive(of: hash)
            if let submission = try store.submission(hash: hash) {
                found = try StatusEntry(submission, in: store, now: now)
            } else if let request = try store.request(hash: hash) {
                found = try StatusEntry(request, in: store, now: now)
            } else {
                found = nil
            }
            events = found == nil ? [] : try store.events(hash: hash)
        } catch { throw Failure(error) }
        guard let found else {
            throw archive.map {
                Failure(.noInput, "the request \(hash) expired and is archived in \(TerminalText.escape($0))")
            } ?? prefix.unknown
        }
        entry = found
    }
}

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
