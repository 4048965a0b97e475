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
    /// More columns than any line has.
    static let unlimited = 100_000

    /// A help text for a terminal: its paragraphs reflowed, everything broken between words, and example commands so
    /// that they can be copied. Nil if standard output is no terminal.
    ///
    /// - Parameter text: with as many columns as it needs.
    static func laidOut(_ text: String) -> String? {
        guard let columns = Console.outputColumns, HeldTerminal.isDrawable else { return nil }
        let layout = TextLayout(columns: columns, colours: false, marks: false)
        var lines: [String] = []
        var paragraph = ""
        func end() {
            if !paragraph.isEmpty { lines += layout.lines(paragraph) }
            paragraph = ""
        }
        for line in QuietOption.added(toHelp: text).split(separator: "\n", omittingEmptySubsequences: false) {
            let isProse = !line.isEmpty && line.first != " "
            if isExample(line) {
                end()
                lines += example(String(line), columns: columns)
            } else if isProse, !paragraph.isEmpty, !isHeading(line) {
                paragraph += " " + line
            } else {
                end()
                if isProse { paragraph = String(line) } else { lines += layout.lines(String(line)) }
            }
        }
        end()
        return lines.joined(separator: "\n")
    }

    /// `USAGE:` and its like.
    private static func isHeading(_ line: Substring) -> Bool {
        let word = line.prefix { $0 != ":" }
        return word.count < line.count && word.allSatisfy { $0.isUppercase || $0 == " " }
    }

    /// Whether a line of a discussion is a command to copy.
    private static func isExample(_ line: Substring) -> Bool {
        ["Example: ", "Examples: ", ""].contains { line.hasPrefix($0 + "coldstar-") }
    }

    /// A command, continued with a backslash where it is broken.
    private static func example(_ line: String, columns: Int) -> [String] {
        let broken = TextLayout(columns: max(1, columns - 2), colours: false, marks: false).lines(line)
        return broken.enumerated().map { $0 < broken.count - 1 ? $1 + " \\" : $1 }
    }

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
