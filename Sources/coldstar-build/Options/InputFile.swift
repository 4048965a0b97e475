// SPDX-License-Identifier: Apache-2.0

import CLISupport
import SafeFiles
import TextCodec

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A table or list that a command is given.
enum InputFile {
    /// The largest, in bytes: 100,000 lines of payments with long memos.
    static let limit = 64 << 20

    /// The content of a file, or of standard input for `-`, with its name for errors, escaped.
    static func read(_ path: String) throws(Failure) -> (bytes: [UInt8], origin: String) {
        do {
            guard path != "-" else {
                return (
                    try SafeFiles.readAll(descriptor: STDIN_FILENO, limit: limit, name: "standard input"),
                    "standard input"
                )
            }
            return (try SafeFiles.read(path, limit: limit), TerminalText.escape(path))
        } catch {
            switch error {
            case .notFound, .cannotRead: throw Failure(.noInput, error.message)
            default: throw Failure(.badInput, error.message)
            }
        }
    }
}
