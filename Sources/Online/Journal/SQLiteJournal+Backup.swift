// SPDX-License-Identifier: Apache-2.0

package import Faults
import Platform
import SafeFiles
import TextCodec

extension SQLiteJournal {
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
