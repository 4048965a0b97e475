// SPDX-License-Identifier: Apache-2.0

package import Codec
import SafeFiles
import Stellar

extension OnlineJournal {
    /// Streams a copy of all committed data. The copy is complete before its first byte is given out.
    ///
    /// - Parameters:
    ///   - path: the copy is made beside this file, and leaves nothing behind.
    ///   - write: takes up to 1 MiB at a time.
    package func backUp(
        beside path: String, to write: (_ bytes: [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        let copy: String
        do { copy = try SafeFiles.temporaryPath(beside: path) } catch {
            throw Failure(.cannotCreate, Wording(error.message))
        }
        do { try backUp(to: copy, replacing: false) } catch { throw Failure(error) }
        let file = openForReading(copy)
        guard file >= 0 else {
            throw Failure(.cannotCreate, "\(TerminalText.escape(copy)): \(SystemError.text(errno))")
        }
        defer { close(file) }
        // Unlink the copy at once, so that no file is left behind if this program or the reader ends.
        unlink(copy)
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(.cannotCreate, "the copy: \(SystemError.text(errno))") }
            guard count > 0 else { return }
            try write(Array(chunk[..<count]))
        }
    }
}

/// A descriptor of the file, negative on failure; `open` alone would be the journal's method.
private func openForReading(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }

extension SQLiteJournal {
    func forget(hash: TransactionHash, signatures: Int) throws(JournalError) -> Bool {
        let now = clock()
        return try file.write { db in
            if let known = try SubmissionRow.fetch(db, hash: hash) {
                guard known.isFinal else { return false }
            } else {
                guard try SignatureRow.all(db, hash: hash).count == signatures else { return false }
            }
            try RequestRow.rememberWithdrawals(db, hash: hash)
            for id in try RequestRow.ids(db, hash: hash) {
                try RequestRow.remove(db, id: id)
                try EventRow.append(db, now, hash, .withdrawn, "\(id) \(JournalEvent.forgotten)")
            }
            return true
        }
    }
}
