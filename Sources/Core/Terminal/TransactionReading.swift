// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff
import SafeFiles
package import Stellar

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
    ///
    /// - Parameter takesAnswered: whether to take, of a folder, a request with an answer if there is no other.
    package func unsigned(takesAnswered: Bool = false) throws(Failure) -> HandoffFile {
        try HandoffFile(transaction, .unsigned, takesAnswered: takesAnswered)
    }
}

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

    /// The files that the arguments of a command about signed transactions name, which may be folders; standard input
    /// if there is none.
    package static func signed(_ arguments: [String]) throws(Failure) -> [TransactionLines] {
        guard !arguments.isEmpty else { return [try TransactionLines(nil)] }
        var files: [TransactionLines] = []
        for (index, argument) in arguments.enumerated() {
            for name in try HandoffFolder.files(argument, .signed, leavingOut: [.message, .authorization]) {
                files.append(try TransactionLines(name, number: arguments.count > 1 ? index + 1 : nil))
            }
        }
        return files
    }
}

extension TransactionFormat: ExpressibleByArgument {
    /// The help text of an option that takes a format.
    package static let help: ArgumentHelp =
        "The format: json is SEP-51, txrep is SEP-11."
}

/// The one file that an argument stands for: the argument itself, or the only match in a folder.
package struct HandoffFile {
    private let argument: String?
    private let path: String?

    /// - Parameter takesAnswered: whether to take a request with an answer if there is no other.
    /// - Throws: if the folder has no file in this state, or several.
    package init(
        _ argument: String?, _ state: HandoffName.State, takesAnswered: Bool = false
    ) throws(Failure) {
        self.argument = argument
        guard let argument, HandoffFolder.isFolder(argument) else {
            path = argument
            return
        }
        let found = try HandoffFolder.files(argument, state, takesAnswered: takesAnswered)
        guard found.count == 1 else {
            let names = found.map { SafeFiles.lastName($0) }.joined(separator: ", ")
            throw Failure(
                .usage,
                "\(TerminalText.escape(argument)): this folder contains \(found.count) \(state.rawValue) handoffs: \(names)",
                hint: "give one of the files")
        }
        path = found[0]
    }

    /// Reads one transaction.
    package func input() throws(Failure) -> TransactionInput { try TransactionInput(path) }

    /// Reads one transaction, or the lines of a batch.
    package func source() throws(Failure) -> TransactionSource { try TransactionSource(path) }

    /// Checks that a file chosen from a folder matches the hash in its name.
    ///
    /// - Parameter hash: the hash of the file's content.
    package func check(holds hash: TransactionHash?) throws(Failure) {
        guard let path, path != argument else { return }
        let last = SafeFiles.lastName(path)
        guard let name = HandoffName(last) ?? HandoffName(ofCopy: last) else { return }
        guard hash?.hex.hasPrefix(name.hash) ?? false else {
            throw Failure(
                .badInput,
                "\(TerminalText.escape(path)): its name does not match its hash, \(hash?.hex ?? "none")",
                hint: "copy it again, or give the file itself")
        }
    }
}
