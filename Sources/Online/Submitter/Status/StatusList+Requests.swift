// SPDX-License-Identifier: Apache-2.0

package import Faults
package import Journal

extension StatusList {
    /// The requests whose transactions were not queued, as `requests(in:now:)` orders them; none without a journal.
    package static func requests(in journal: SQLiteJournal?, now: Int64) throws(Failure) -> [StatusEntry] {
        guard let journal else { return [] }
        do throws(JournalError) { return try requests(in: journal, now: now) } catch { throw Failure(error) }
    }
}
