// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff
import SafeFiles

extension TransactionInput {
    /// Reads TX: an existing path, standard input for `-` or no argument, else the argument itself.
    package init(_ argument: String?) throws(Failure) {
        let content = try Self.content(argument)
        self = try TransactionInput(content.bytes, origin: content.origin, isText: content.isText)
    }

    /// The content of a TX argument.
    package static func bytes(_ argument: String?) throws(Failure) -> (bytes: [UInt8], origin: String) {
        let content = try content(argument)
        return (content.bytes, content.origin)
    }

    /// The content of a TX argument, and whether it is the argument itself.
    ///
    /// - Parameter number: the number of this argument among several, so that errors can tell them apart.
    package static func content(
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

    private static func looksLikePath(_ text: String) -> Bool {
        ["/", "./", "../", "~"].contains { text.hasPrefix($0) }
            || [".json", ".xdr", ".txt"].contains { text.hasSuffix($0) }
    }
}

extension TransactionSource {
    /// Reads TX as `TransactionInput` does, with room for the lines of a batch.
    package init(_ argument: String?) throws(Failure) { self = try TransactionSource(try TransactionLines(argument)) }
}

extension TransactionLines {
    /// Reads TX as `TransactionSource` does.
    ///
    /// - Parameter number: the number of this argument among several, so that errors can tell them apart.
    package init(_ argument: String?, number: Int? = nil) throws(Failure) {
        let (bytes, origin, isText) = try TransactionInput.content(argument, number: number, limit: Self.limit)
        self = try TransactionLines(bytes, origin: origin, isText: isText)
    }
}

extension TransactionFormat: ExpressibleByArgument {
    /// The help text of an option that takes a format.
    package static let help: ArgumentHelp =
        "The format: json is SEP-51, txrep is SEP-11."
}
