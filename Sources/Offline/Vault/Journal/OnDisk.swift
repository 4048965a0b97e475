// SPDX-License-Identifier: Apache-2.0

import SafeFiles

/// Runs file operations and converts a `FileError` into a `SignerJournalError`.
func onDisk<R: ~Copyable>(_ body: () throws(FileError) -> R) throws(SignerJournalError) -> R {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
