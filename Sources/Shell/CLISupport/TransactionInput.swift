// SPDX-License-Identifier: Apache-2.0

package import Handoff
import SafeFiles
import TextCodec

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The transaction argument of a command (TX): a file, standard input, or the text itself.
package struct TransactionInput {
    /// The maximum input size, in bytes: a full transaction of 100 operations is well below 1 MiB.
    package static let limit = 16 << 20

    package let input: HandoffInput
    /// Where the input came from, for error lines: a file's name, `standard input`, `the argument`.
    package let origin: String

    /// Reads TX: an existing path, standard input for `-` or no argument, else the argument itself.
    package init(_ argument: String?) throws(Failure) {
        let content = try Self.content(argument)
        try self.init(content.bytes, origin: content.origin, isText: content.isText)
    }

    /// - Parameters:
    ///   - origin: where the bytes came from, escaped.
    ///   - isText: whether they are the argument itself.
    init(_ bytes: [UInt8], origin: String, isText: Bool) throws(Failure) {
        self.origin = origin
        do {
            input = try HandoffInput.recognise(bytes)
        } catch {
            if error == .notRecognised, isText {
                if Self.looksLikeFile(bytes) { throw Self.notThere(String(decoding: bytes, as: UTF8.self)) }
                throw Failure(
                    .badInput, "this is neither an existing file nor a transaction in a known format",
                    hint: Self.hint(error))
            }
            let isRefused = if case .bareHash = error { true } else { false }
            throw Failure(isRefused ? .refused : .badInput, "\(origin): \(error.message)", hint: Self.hint(error))
        }
    }

    private static func hint(_ error: HandoffError) -> String? {
        switch error {
        case .notRecognised:
            """
            TX is a file, - for standard input, or the text itself: base64 XDR, SEP-51 JSON, txrep, a SEP-7 link, UR parts, or a \
            request or response
            """
        case .ur(.wholeBeside), .ur(.otherType), .ur(.otherMessage):
            "the lines are parts of different messages: give the parts of one"
        case .several:
            "files with a transaction on each line go to coldstar-sign inspect and sign, and to coldstar-submit send, check and merge"
        case .elsewhere(let file): "give that file: \(TerminalText.escape(file))"
        case .paymentLink: "build it on the online machine: coldstar-build payment"
        default: nil
        }
    }

    /// The content of a TX argument.
    package static func bytes(_ argument: String?) throws(Failure) -> (bytes: [UInt8], origin: String) {
        let content = try content(argument)
        return (content.bytes, content.origin)
    }

    /// The content of a TX argument, and whether it is the argument itself.
    ///
    /// - Parameter number: the number of this argument among several, so that errors can tell them apart.
    static func content(
        _ argument: String?, number: Int? = nil, limit: Int = limit
    ) throws(Failure) -> (bytes: [UInt8], origin: String, isText: Bool) {
        guard let argument, argument != "-" else {
            let (bytes, origin) = try standardInput(explicit: argument != nil, limit)
            return (bytes, origin, false)
        }
        if isFile(argument) { return (try file(argument, limit: limit), TerminalText.escape(argument), false) }
        if looksLikePath(argument) { throw notThere(argument) }
        return (Array(argument.utf8), number.map { "argument \($0)" } ?? "the argument", true)
    }

    private static func standardInput(explicit: Bool, _ limit: Int) throws(Failure) -> (bytes: [UInt8], origin: String)
    {
        guard explicit || !Console.inputIsTerminal else {
            throw Failure(.usage, "no transaction is given", hint: "give a file, or - for standard input")
        }
        return try InputFile.read("-", limit: limit)
    }

    /// The content of an existing file.
    package static func file(_ path: String, limit: Int = limit) throws(Failure) -> [UInt8] {
        do { return try SafeFiles.read(path, limit: limit) } catch { throw Failure(reading: error) }
    }

    private static func isFile(_ path: String) -> Bool {
        // A transaction as an argument is longer than any path, and access() says so as well.
        path.utf8.count <= 4096 && access(path, F_OK) == 0
    }

    private static func notThere(_ path: String) -> Failure {
        Failure(.noInput, "\(TerminalText.escape(path)) does not exist")
    }

    /// Whether an argument can only be a file name: the shortest transaction is longer, and base64 has no dot.
    private static func looksLikeFile(_ text: [UInt8]) -> Bool {
        text.count <= 64 && text.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
            && text.allSatisfy { $0 > UInt8(ascii: " ") }
            && !["{", "[", "web+", "ur:"].contains { text.starts(with: $0.utf8) }
    }

    private static func looksLikePath(_ text: String) -> Bool {
        ["/", "./", "../", "~"].contains { text.hasPrefix($0) }
            || [".json", ".xdr", ".txt"].contains { text.hasSuffix($0) }
    }
}
