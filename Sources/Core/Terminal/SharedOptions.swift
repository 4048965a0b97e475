// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Stellar

/// Detects an option with an empty value, for commands that allow none: a server would be asked for something else.
package enum EmptyOption {
    /// - Parameter checked: options that refuse an empty value with an error of their own.
    /// - Throws: `.usage`, naming the option.
    package static func check(_ command: any ParsableCommand, except checked: Set<String> = []) throws(Failure) {
        let given = Program.arguments.prefix { $0 != "--" }
        guard given.contains("") else { return }
        let names = try OptionNames.withValue(of: type(of: command))
        for (option, value) in zip(given, given.dropFirst())
        where value.isEmpty && names.contains(option) && !checked.contains(option) {
            throw Failure(.usage, "\(option) is empty")
        }
    }
}

/// The names of a command's options, with their dashes.
enum OptionNames {
    /// The names of each option that takes a value.
    ///
    /// - Parameter once: whether to leave out options that may be repeated.
    static func all(_ command: any ParsableCommand.Type, once: Bool) throws(Failure) -> [[String]] {
        try options(of: command) { !once || $0["isRepeating"]?.asBool == false }
    }

    /// - Parameter isWanted: told what the parser says of the option.
    private static func options(
        of command: any ParsableCommand.Type, _ isWanted: (JSON) -> Bool
    ) throws(Failure) -> [[String]] {
        guard let help = try? JSON(parsing: Array(command._dumpHelp().utf8)) else {
            throw Failure(.bug, "the options of this command cannot be listed")
        }
        return (help["command"]?["arguments"]?.asArray ?? []).compactMap { argument in
            guard argument["kind"]?.asString == "option", isWanted(argument) else { return nil }
            return argument["names"]?.asArray?.compactMap { entry in
                entry["name"]?.asString.map { (entry["kind"]?.asString == "long" ? "--" : "-") + $0 }
            }
        }
    }

    /// The arguments with the options that other words stand for.
    ///
    /// - Parameter command: its option names are listed only if such a word occurs.
    static func replacing(
        _ aliases: [String: String], in arguments: [String], of command: any ParsableCommand.Type
    ) throws(Failure) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        func word(_ argument: String) -> String { String(argument.prefix { $0 != "=" }) }
        guard arguments[..<end].contains(where: { aliases[word($0)] != nil }) else { return arguments }
        let known = Set(try all(command, once: false).joined())
        return arguments.enumerated().map { place, argument in
            guard place < end, let option = aliases[word(argument)], known.contains(option),
                !known.contains(word(argument))
            else { return argument }
            return option + argument.dropFirst(word(argument).count)
        }
    }

    static func withValue(of command: any ParsableCommand.Type) throws(Failure) -> Set<String> {
        Set(try all(command, once: false).joined())
    }
}

/// Detects an option given more often than allowed: the parser would silently take the last value.
enum RepeatedOption {
    /// - Parameters:
    ///   - arguments: as passed to the parser.
    ///   - command: the parsed command; its option names are listed only if one may occur twice, under one name or two,
    ///     such as `--source` and `--source-account`.
    static func check(_ arguments: [String], of command: any ParsableCommand) throws(Failure) {
        // A value never begins with a dash: the parser would take it for an option.
        let given = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0 != "-" }.map(name)
        let mayRepeat = given.indices.contains { place in
            !given[place].hasPrefix("--")
                || given.indices.contains { $0 != place && given[$0].hasPrefix(given[place]) }
        }
        guard mayRepeat else { return }
        for names in try OptionNames.all(type(of: command), once: true) {
            let found = given.filter(names.contains)
            if found.count > 1 {
                let other = found.first { $0 != found[1] }.map { " (also as \($0))" } ?? ""
                throw Failure(
                    .usage, "\(found[1]) is given \(found.count == 2 ? "twice" : "\(found.count) times")\(other)")
            }
        }
    }

    /// The option of `--amount=1`, without its value.
    private static func name(_ argument: String) -> String {
        String(argument.prefix { $0 != "=" })
    }
}

/// The chain to which a key is bound when it is made.
package struct ChainOption: ParsableArguments {
    @Option(help: "The only chain for which the key signs (default: stellar, or that of the key whose words it has).")
    package var chain: Chain?

    package init() {}

    /// The chain of a key from new or imported words.
    package var ofNew: Chain { chain ?? .stellar }
}

extension Chain: ExpressibleByArgument {}

/// `--quiet`, an option of every command: suppresses notes; results, reviews, errors, warnings and questions stay.
///
/// It is removed from the arguments before they are parsed, and added to the parser's help and completion scripts.
enum QuietOption {
    static let name = "--quiet"
    private static let abstract = "Leave out notes; errors, warnings and questions stay."

    /// Whether the option is given, before any `--`.
    static func isIn(_ arguments: [String]) -> Bool { arguments.prefix { $0 != "--" }.contains(name) }

    static func removed(from arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].filter { $0 != name } + arguments[end...]
    }

    /// A help text with the option before `--version`.
    static func added(toHelp text: String) -> String {
        let version = "  --version  "
        guard let place = text.firstRange(of: version) else { return text }
        let width = 26
        let line = "  \(name)" + String(repeating: " ", count: width - 2 - name.utf8.count) + abstract + "\n"
        return String(text[..<place.lowerBound]) + line + String(text[place.lowerBound...])
    }

    /// A completion script for bash, zsh or fish in which each command takes the option.
    static func added(toScript text: String) -> String {
        // Searches bytes, and edits only matching lines: scripts are long.
        let lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let word = Array("version".utf8)
        return lines.map { bytes -> String in
            let line = String(decoding: bytes, as: UTF8.self)
            let isAbout = bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
            guard isAbout else { return line }
            let end = " version' -l 'version' -d 'Show the version.'"
            if let place = line.firstRange(of: end) {
                let start = String(line[..<place.lowerBound])
                return "\(start) quiet' -l 'quiet' -d '\(abstract)'\n\(line)"
            }
            return
                line
                .replacing("--version -h --help)", with: "\(name) --version -h --help)")
                .replacing(
                    "'--version[Show the version.]'", with: "'\(name)[\(abstract)]' '--version[Show the version.]'"
                )
                .replacing(" 'version' 'h/help'", with: " 'quiet' 'version' 'h/help'")
        }.joined(separator: "\n")
    }
}

/// The present time: the machine's clock, or `--now TIME` on a machine without a trusted clock.
package struct NowOption: ParsableArguments {
    @Option(help: "The present, as RFC 3339 or unix time (default: this machine's clock).")
    package var now: String?

    package init() {}

    package func time() throws(Failure) -> Timestamp {
        guard let now else { return Self.clock() }
        guard let time = Timestamp(now) else {
            throw Failure(
                .badInput, "--now \(TerminalText.escape(now)) is not a time",
                hint: "write 2026-11-21T09:00:00Z or unix seconds")
        }
        return time
    }

    /// The machine's clock.
    package static func clock() -> Timestamp { Timestamp(UInt64(max(0, systemSeconds()))) }
}

private func systemSeconds() -> Int { time(nil) }
