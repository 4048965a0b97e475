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
