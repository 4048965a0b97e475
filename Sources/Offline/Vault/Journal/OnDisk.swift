// SPDX-License-Identifier: Apache-2.0

import SafeFiles

/// Runs file operations and converts a `FileError` into a `JournalError`.
func onDisk<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(JournalError) -> R {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
