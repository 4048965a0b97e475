// SPDX-License-Identifier: Apache-2.0

package import Handoff
import SafeFiles
import TextCodec

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a command was given as a transaction (TX): a file, standard input, or the text itself.
package struct TransactionInput {
    /// The largest input: a transaction of 100 operations with everything is well below 1 MiB.
    package static let limit = 16 << 20

    package let input: HandoffInput
    /// Where it came from, for error lines: a file's name, `standard input`, `the argument`.
    package let origin: String

    /// Reads TX: an existing path, `-` or nothing for standard input, else the argument itself.
    package init(_ argument: String?) throws(Failure) {
        let (bytes, origin) = try Self.bytes(argument)
        self.origin = origin
        do {
            input = try HandoffInput.recognise(bytes)
        } catch {
            let isRefused = if case .bareHash = error { true } else { false }
            throw Failure(isRefused ? .refused : .badInput, "\(origin): \(error.message)", hint: Self.hint(error))
        }
    }

    private static func hint(_ error: HandoffError) -> String? {
        switch error {
        case .notRecognised, .base64:
            "TX is a file, - for standard input, base64 XDR, SEP-51 JSON, txrep, a SEP-7 link, or a request or response"
        case .paymentLink: "build it on the online machine: coldstar-build payment"
        default: nil
        }
    }

    /// The content behind a TX argument.
    package static func bytes(_ argument: String?) throws(Failure) -> (bytes: [UInt8], origin: String) {
        guard let argument, argument != "-" else { return try standardInput(explicit: argument != nil) }
        if isFile(argument) { return (try file(argument), TerminalText.escape(argument)) }
        if looksLikePath(argument) { throw Failure(.noInput, "\(TerminalText.escape(argument)) is not there") }
        return (Array(argument.utf8), "the argument")
    }

    private static func standardInput(explicit: Bool) throws(Failure) -> (bytes: [UInt8], origin: String) {
        guard explicit || !Console.inputIsTerminal else {
            throw Failure(.usage, "no transaction is given", hint: "name a file, or - for standard input")
        }
        do {
            return (
                try SafeFiles.readAll(descriptor: STDIN_FILENO, limit: limit, name: "standard input"), "standard input"
            )
        } catch {
            throw Failure(.badInput, error.message)
        }
    }

    /// The content of a file that must be there.
    package static func file(_ path: String) throws(Failure) -> [UInt8] {
        do {
            return try SafeFiles.read(path, limit: limit)
        } catch {
            switch error {
            case .notFound, .cannotRead: throw Failure(.noInput, error.message)
            default: throw Failure(.badInput, error.message)
            }
        }
    }

    private static func isFile(_ path: String) -> Bool {
        // A transaction as an argument is longer than any path, and access() says so as well.
        path.utf8.count <= 4096 && access(path, F_OK) == 0
    }

    private static func looksLikePath(_ text: String) -> Bool {
        ["/", "./", "../", "~"].contains { text.hasPrefix($0) }
            || [".json", ".xdr", ".txt"].contains { text.hasSuffix($0) }
    }
}
