// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Journal
package import Stellar

/// Settled data that was moved out of a journal into a file of its own.
package struct JournalArchive {
    private let end: Timestamp
    private let count: Int
    private let path: String

    /// Moves what was settled before a time.
    ///
    /// - Parameter path: the file, which must not exist; it is not created when there is nothing to move.
    package init(of journal: any OnlineJournal, before end: Timestamp, to path: String) throws(Failure) {
        (self.end, self.path) = (end, path)
        do { count = try journal.archive(before: end, to: path) } catch { throw Failure(error) }
    }

    /// What was moved, for a person.
    package var text: String {
        guard count > 0 else { return "nothing before \(end.utc) is settled" }
        return "\(count) \(count == 1 ? "transaction" : "transactions") moved to \(TerminalText.escape(path))"
    }

    /// The JSON document of `coldstar-submit journal archive`.
    package var document: JSON {
        [
            "before": .string(end.rfc3339), "transactions": .integer(count), "file": count > 0 ? .string(path) : .null,
        ]
    }
}
