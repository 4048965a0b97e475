// SPDX-License-Identifier: Apache-2.0
import SafeFiles

/// Runs what touches the journal's file, and turns its error into one of the journal.
func onDisk<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(JournalError) -> R {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
