// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import SafeFiles

/// A file whose content is secret, read only into guarded memory.
package enum SecretFile {
    /// The maximum size, in bytes.
    package static let limit = 64 << 10

    /// - Throws: `.noInput` if it cannot be opened, `.badInput` if it is not a regular file, too large or cannot be read,
    ///   `.refused` without locked memory.
    package static func read(_ path: String) throws(Failure) -> SecretBytes {
        let shown = TerminalText.escape(path)
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw Failure(.noInput, "\(shown) cannot be opened") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(.badInput, "\(shown) is not a regular file")
        }
        guard status.st_size <= limit else { throw Failure(.badInput, "\(shown) is larger than \(limit) bytes") }
        return try read(file, count: Int(status.st_size), shown)
    }

    private static func read(_ file: Int32, count: Int, _ shown: String) throws(Failure) -> SecretBytes {
        var done = 0
        let bytes: SecretBytes
        do {
            bytes = try SecretBytes(count: count) { (buffer) throws(SodiumError) in
                while done < count {
                    let got = SafeFiles.readBytes(
                        file, UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).baseAddress, count - done)
                    if got < 0, errno == EINTR { continue }
                    guard got > 0 else { break }
                    done += got
                }
            }
        } catch {
            throw Failure(
                .refused, "no locked memory for \(shown)", hint: "raise the limit of locked memory: ulimit -l")
        }
        guard done == count else { throw Failure(.badInput, "\(shown) cannot be read") }
        return bytes
    }
}
