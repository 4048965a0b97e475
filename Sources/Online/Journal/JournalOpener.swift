// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles
package import Stellar

/// Opens the journal of a folder; nothing else does.
///
/// All users of a journal in this process share one connection for writing and one for reading, so that a journal that
/// was opened for reading never waits for a writer. A connection closes when its last user is released.
package struct JournalOpener: Sendable {
    package let folder: String
    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - folder: the online state's folder; created with mode 0700 if it does not exist.
    ///   - clock: the present in seconds since 1970, which the records get.
    package init(folder: String, clock: @escaping @Sendable () -> Int64) {
        self.folder = folder
        self.clock = clock
    }

    /// The path of the journal's file.
    package var path: String { SQLiteJournal.path(in: folder) }

    /// Opens or creates the journal.
    package func open() throws(Failure) -> any OnlineJournal {
        do { return SQLiteJournal(try .shared(in: folder, mayCreate: true), folder: folder, clock: clock) } catch {
            throw Failure(error)
        }
    }

    /// Opens the existing journal for writing; nil when there is none.
    package func openExisting() throws(Failure) -> (any OnlineJournal)? {
        // A link to a disk that is not mounted is a journal that cannot be opened, and not a missing one.
        guard SafeFiles.exists(path) else { return nil }
        do { return SQLiteJournal(try .shared(in: folder, mayCreate: false), folder: folder, clock: clock) } catch {
            throw Failure(error)
        }
    }

    /// Opens the existing journal for writing.
    ///
    /// - Throws: `.noInput` when there is none.
    package func openRequired() throws(Failure) -> any OnlineJournal {
        guard let journal = try openExisting() else { throw Failure(JournalError.notFound(path: path)) }
        return journal
    }

    /// The existing journal, for reading; nil when there is none. Does not wait for writers.
    package func read() throws(Failure) -> (any OnlineJournal)? { try Self.read(folder: folder) }

    /// The existing journal of a folder, for reading; nil when there is none.
    package static func read(folder: String) throws(Failure) -> (any OnlineJournal)? {
        let path = SQLiteJournal.path(in: folder)
        return SafeFiles.exists(path) ? try read(path: path) : nil
    }

    /// A file, for reading: a backup, an archive, or a journal in use.
    ///
    /// - Throws: `.noInput` when there is none.
    package static func read(path: String) throws(Failure) -> any OnlineJournal {
        do { return SQLiteJournal(try .shared(reading: path), folder: path) { 0 } } catch { throw Failure(error) }
    }

    /// A free path for an archive in the folder, named after the date.
    package func freeArchivePath(before end: Timestamp) -> String {
        let name = "\(folder)/archive-\(end.rfc3339.prefix(10))"
        var number = 1
        while true {
            let path = name + (number == 1 ? "" : "-\(number)") + ".sqlite"
            if !SafeFiles.exists(path) { return path }
            number += 1
        }
    }
}
