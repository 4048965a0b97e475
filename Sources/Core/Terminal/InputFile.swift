// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff
import SafeFiles

/// The input of a command: a file, or standard input for `-`.
package enum InputFile {
    /// The content, and its escaped name for errors.
    ///
    /// - Parameter limit: the maximum number of bytes.
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
    /// The failure for an input that could not be read.
    init(reading error: FileError) {
        switch error {
        case .notFound, .cannotRead: self.init(.noInput, Wording(error.message))
        default: self.init(.badInput, Wording(error.message))
        }
    }
}

/// The argument of a command about one transaction (TX).
package struct TransactionArgument: ParsableArguments {
    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    package var transaction: String?

    package init() {}

    /// Whether it is given; without it, TX is standard input.
    package var isGiven: Bool { transaction != nil }

    /// Reads TX.
    package func input() throws(Failure) -> TransactionInput { try TransactionInput(transaction) }

    /// TX as something to sign, which may be in a folder.
    package func unsigned() throws(Failure) -> HandoffFile { try HandoffFile(transaction, .unsigned) }
}
