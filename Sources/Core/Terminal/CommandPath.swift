// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec

/// The subcommands at the beginning of a command line.
struct CommandPath {
    /// The last known command.
    private(set) var command: any ParsableCommand.Type
    /// Its names, the program's first.
    private(set) var names: [String]
    /// The next word, if it stands in the place of a subcommand but is not one.
    private(set) var unknown: String?

    init(_ arguments: [String], of root: any ParsableCommand.Type) {
        (command, names) = (root, [root.configuration.commandName ?? "coldstar"])
        // The parser's own `help` command precedes the others.
        for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
            let configuration = command.configuration
            guard !configuration.subcommands.isEmpty, !word.hasPrefix("-") else { return }
            guard let next = configuration.subcommands.first(where: { $0._commandName == word }) else {
                if configuration.defaultSubcommand.map(Self.takesWords) != true { unknown = word }
                return
            }
            (command, names) = (next, names + [word])
        }
    }

    var text: String { names.joined(separator: " ") }

    /// - Throws: `.usage` for a word that is not a command.
    func check() throws(Failure) {
        guard let unknown else { return }
        let known = command.configuration.subcommands.map { $0._commandName }
        throw Failure(
            .usage, "\(text) has no command '\(TerminalText.escape(unknown))'",
            hint: .suggestion(
                for: unknown, among: known, "\(text) --help lists the commands"))
    }

    private static func takesWords(_ command: any ParsableCommand.Type) -> Bool {
        let help = try? JSON(parsing: Array(command._dumpHelp().utf8))
        let arguments = help?["command"]?["arguments"]?.asArray ?? []
        return arguments.contains { $0["kind"]?.asString == "positional" }
    }
}

/// The output of `--help`, with examples on unbroken lines.
enum HelpText {
    /// Rejoins example commands that the parser broke at the terminal's width: a broken command could not be copied.
    static func unbroken(_ text: String, _ command: any ParsableCommand.Type) -> String {
        let lines = command.configuration.discussion.split(separator: "\n").map { Array($0.utf8) }
        return lines.filter { contains($0, Array("coldstar-".utf8)) }
            .reduce(Array(text.utf8)) { joined($0, $1) }
            .withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// Restores the first occurrence of the line in which line feeds have replaced some of its spaces.
    private static func joined(_ text: [UInt8], _ line: [UInt8]) -> [UInt8] {
        guard line.count <= text.count else { return text }
        for start in 0...(text.count - line.count) where text[start] == line[0] {
            let stands = zip(text[start...], line).allSatisfy { $0 == $1 || $0 == 0x0a && $1 == 0x20 }
            if stands { return text[..<start] + line + text[(start + line.count)...] }
        }
        return text
    }

    private static func contains(_ line: [UInt8], _ word: [UInt8]) -> Bool {
        line.indices.contains { line[$0...].starts(with: word) }
    }
}
