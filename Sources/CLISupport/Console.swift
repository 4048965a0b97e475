// SPDX-License-Identifier: Apache-2.0

import SafeFiles
import TextCodec

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Results go to standard output, everything for a person to standard error.
package enum Console {
    /// A line for the person in front; escapes are the caller's to have made.
    package static func say(_ line: String) {
        // Nothing can be done, and nobody told, when standard error itself is gone.
        try? SafeFiles.writeAll(descriptor: STDERR_FILENO, bytes: Array((line + "\n").utf8))
    }

    /// Text for the terminal as it is, control sequences of our own included.
    package static func write(_ text: String) {
        try? SafeFiles.writeAll(descriptor: STDERR_FILENO, bytes: Array(text.utf8))
    }

    /// Bytes of a result.
    package static func put(_ bytes: [UInt8]) throws(Failure) {
        do {
            try SafeFiles.writeAll(descriptor: STDOUT_FILENO, bytes: bytes)
        } catch {
            throw Failure(.cannotCreate, "standard output: \(error.message)")
        }
    }

    /// A line of a result.
    package static func put(line: String) throws(Failure) { try put(Array((line + "\n").utf8)) }

    package static var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }
    package static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    package static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Columns and rows of the terminal behind standard error or output; nil when neither is one.
    package static var size: (columns: Int, rows: Int)? {
        var window = winsize()
        for descriptor in [STDOUT_FILENO, STDERR_FILENO]
        where ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 {
            return (Int(window.ws_col), Int(window.ws_row))
        }
        return nil
    }

    /// The error lines of a failure, as every program prints them.
    static func report(_ failure: Failure, program: String) {
        say("\(program): error: \(Redaction.apply(oneLine(failure.message)))")
        if let hint = failure.hint { say("hint: \(Redaction.apply(oneLine(hint)))") }
    }

    /// The message kept on one line of printable ASCII, whatever got into it.
    private static func oneLine(_ text: String) -> String {
        let bytes = text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
        return bytes.allSatisfy { (0x20...0x7e).contains($0) }
            ? String(decoding: bytes, as: UTF8.self) : TerminalText.escape(bytes)
    }
}
