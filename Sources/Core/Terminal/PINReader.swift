// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Crypto
import SafeFiles

/// Reads a PIN as often as it has to be entered: from a descriptor, or on the terminal, whose input is not echoed while
/// the value exists.
package struct PINReader: ~Copyable {
    private let descriptor: Int32?
    private let option: String
    /// Nil if there is a descriptor.
    private var prompt: SecretPrompt?

    /// - Parameters:
    ///   - descriptor: from the user; nil for the terminal.
    ///   - option: the name of the descriptor in errors.
    /// - Throws: `.refused` when there is neither descriptor nor terminal.
    package init(descriptor: Int32?, option: String) throws(Failure) {
        self.descriptor = descriptor
        self.option = option
        prompt = descriptor == nil ? try SecretPrompt() : nil
    }

    /// The next PIN. Only one from the terminal can be empty.
    ///
    /// - Parameter pause: how long the user has to wait before, and why.
    /// - Throws: `.badInput` for a descriptor without a PIN, `.refused` if the user or a signal ends the wait.
    package mutating func read(
        _ question: String, after pause: (seconds: UInt64, reason: String)
    ) throws(Failure) -> SecretBytes {
        guard let descriptor else {
            if pause.seconds > 0 { try prompt?.wait(pause.seconds, pause.reason) }
            guard let pin = try prompt?.ask(question) else { throw SecretLine.nothing }
            return pin
        }
        if pause.seconds > 0 {
            // An error message rather than a note: a program that waits for minutes without a message seems to hang.
            Console.diagnostic("\(pause.reason): wait \(pause.seconds) s")
            sleep(UInt32(pause.seconds))
        }
        return try Self.read(descriptor: descriptor, option: option)
    }

    /// Reads a PIN from a descriptor.
    ///
    /// - Throws: `.badInput` if there is none.
    package static func read(descriptor: Int32, option: String) throws(Failure) -> SecretBytes {
        let pin = try SecretLine.read(descriptor: descriptor, option: option)
        guard pin.count > 0 else { throw Failure(.badInput, "\(option): the line is empty") }
        return pin
    }

    /// Shows a line, which the caller has escaped, on the terminal; does nothing with a descriptor.
    package borrowing func say(_ line: String) { prompt?.say(line) }
}

/// A file whose content is secret, read only into guarded memory.
package enum SecretFile {
    /// The maximum size, in bytes.
    package static let limit = 64 << 10

    /// - Throws: `.noInput` if it cannot be opened, `.badInput` if it is not a regular file, too large or cannot be
    ///   read, `.refused` without locked memory.
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
