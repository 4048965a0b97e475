// SPDX-License-Identifier: Apache-2.0

import SafeFiles
import TextCodec

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a command reads: a file, or standard input where `-` is named.
package enum InputFile {
    /// The content, with its name for errors, escaped.
    ///
    /// - Parameter limit: the most bytes that are taken.
    package static func read(_ path: String, limit: Int) throws(Failure) -> (bytes: [UInt8], origin: String) {
        do {
            guard path != "-" else {
                let origin = "standard input"
                return (try SafeFiles.readAll(descriptor: STDIN_FILENO, limit: limit, name: origin), origin)
            }
            return (try SafeFiles.read(path, limit: limit), TerminalText.escape(path))
        } catch {
            throw Failure(reading: error)
        }
    }
}

extension Failure {
    /// What is wrong with something that is read.
    init(reading error: FileError) {
        switch error {
        case .notFound, .cannotRead: self.init(.noInput, error.message)
        default: self.init(.badInput, error.message)
        }
    }
}
