// SPDX-License-Identifier: Apache-2.0

@testable import Journal

/// A connection for each journal, as if each were another program's.
extension SQLiteJournal {
    convenience init(folder: String, clock: @escaping @Sendable () -> Int64) throws(JournalError) {
        self.init(try JournalFile(folder: folder), folder: folder, clock: clock)
    }

    convenience init(existing folder: String, clock: @escaping @Sendable () -> Int64) throws(JournalError) {
        self.init(try JournalFile(folder: folder, mayCreate: false), folder: folder, clock: clock)
    }

    convenience init(reading path: String) throws(JournalError) {
        self.init(try JournalFile(reading: path), folder: path) { 0 }
    }
}
