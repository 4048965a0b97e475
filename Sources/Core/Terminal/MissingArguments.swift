// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import Codec

/// A command that can be parsed without all that it needs, because it depends on other options what that is. It reads
/// all values before it does anything: one that a person has typed wrong is asked for again.
package protocol DemandingCommand: ParsableCommand {
    /// The names of the options that are needed and were not given, such as `--amount`.
    var missingOptions: [String] { get }
}

/// The arguments that a command needs and was not given, all at once: the parser names the first alone. At a terminal
/// they are asked for, elsewhere one error names them.
struct MissingArguments {
    private struct Argument {
        /// `--amount`; nil if it has its place at the end.
        let option: String?
        let name: String
        /// What the help says of it.
        let help: String
    }

    private let missing: [Argument]

    /// - Parameters:
    ///   - options: those that a demanding command is missing.
    init?(_ options: [String], of path: CommandPath) {
        let known = Self.arguments(of: path.command)
        missing = options.map { option in
            known.first { $0.names.contains(option) }?.argument ?? Argument(option: option, name: option, help: "")
        }
        guard !missing.isEmpty else { return nil }
    }

    /// - Parameters:
    ///   - message: the parser's.
    ///   - arguments: as passed to it.
    /// - Returns: nil if nothing is missing that can be named.
    init?(_ message: String, _ arguments: [String], of path: CommandPath) {
        guard message.hasPrefix("Missing expected argument") else { return nil }
        let given = Set(
            arguments.prefix { $0 != "--" }.map { $0.hasPrefix("--") ? String($0.prefix { $0 != "=" }) : $0 })
        missing = Self.arguments(of: path.command).filter { known in
            guard known.isRequired else { return false }
            guard known.argument.option != nil else { return message.contains("<\(known.argument.name)>") }
            return !known.names.contains(where: given.contains)
        }.map(\.argument)
        guard !missing.isEmpty else { return nil }
    }

    private static func arguments(
        of command: any ParsableCommand.Type
    ) -> [(argument: Argument, names: [String], isRequired: Bool)] {
        guard let help = try? JSON(parsing: Array(command._dumpHelp().utf8)) else { return [] }
        return (help["command"]?["arguments"]?.asArray ?? []).compactMap { argument in
            let isOption = argument["kind"]?.asString == "option"
            guard isOption || argument["kind"]?.asString == "positional" else { return nil }
            let names = (argument["names"]?.asArray ?? []).compactMap { entry in
                entry["name"]?.asString.map { (entry["kind"]?.asString == "long" ? "--" : "-") + $0 }
            }
            guard let name = isOption ? names.first : argument["valueName"]?.asString else { return nil }
            return (
                Argument(
                    option: isOption ? name : nil,
                    name: isOption ? String(name.drop { $0 == "-" }.map { $0 == "-" ? " " : $0 }) : name,
                    help: argument["abstract"]?.asString ?? ""),
                names, argument["isOptional"]?.asBool == false
            )
        }
    }

    /// `--asset and --amount are missing`
    private var text: String {
        let names = missing.map { $0.option ?? "<\($0.name)>" }
        guard let last = names.last, names.count > 1 else { return "\(names.first ?? "an argument") is missing" }
        return names.dropLast().joined(separator: ", ") + " and \(last) are missing"
    }

    func failure(of path: CommandPath) -> Failure {
        Failure(.usage, Wording(text), hint: "\(path.text) --help lists the commands and options")
    }

    /// Whether there is a person who can answer.
    static var canBeAskedFor: Bool { Console.inputIsTerminal && Console.errorIsTerminal && Question.isPossible }

    /// Adds what a person types.
    ///
    /// - Throws: the failure, if the person leaves.
    func ask(into given: inout GivenArguments, of path: CommandPath) throws(Failure) {
        for argument in missing {
            let value: String
            do throws(Failure) { value = try Self.answer(argument) } catch { throw failure(of: path) }
            if let option = argument.option {
                given.add(option, value, at: path.names.count - 1)
            } else {
                given.arguments.append(value)
            }
        }
    }

    private static func answer(_ argument: Argument) throws(Failure) -> String {
        if !argument.help.isEmpty { Console.diagnostic(Wording(argument.help)) }
        while true {
            let typed = try Question.text("\(argument.name): ")
            // A value that begins with a dash would be taken for an option.
            if !typed.isEmpty, argument.option != nil || !typed.hasPrefix("-") { return typed }
            Console.diagnostic("the \(argument.name) is needed; Ctrl-C leaves")
        }
    }
}

/// The arguments of a command line, with those that a person was asked for.
struct GivenArguments {
    fileprivate(set) var arguments: [String]
    /// The options that were asked for.
    private var asked: [String] = []

    init(_ arguments: [String]) { self.arguments = arguments }

    fileprivate mutating func add(_ option: String, _ value: String, at place: Int) {
        arguments.insert("\(option)=\(value)", at: min(place, arguments.count))
        asked.append(option)
    }

    /// The arguments without the value that a failure is about, after the person was told; nil if no one was asked for
    /// it.
    func without(_ failure: Failure) -> GivenArguments? {
        guard failure.kind == .usage || failure.kind == .badInput, let field = failure.field,
            let option = asked.first(where: { $0 == "--" + field.name })
        else { return nil }
        Console.diagnostic(failure.wording)
        if let hint = failure.hint { Console.diagnostic(hint) }
        var rest = self
        rest.arguments.removeAll { $0.hasPrefix(option + "=") }
        return rest
    }
}

extension ParsableCommand {
    /// Parses the arguments; at a terminal, asks for those that are missing.
    ///
    /// - Returns: the command, and the arguments that made it.
    static func completed(
        _ given: GivenArguments, of path: CommandPath
    ) throws -> (command: any ParsableCommand, given: GivenArguments) {
        var given = given
        while true {
            let missing: MissingArguments
            do {
                let command = try parseAsRoot(given.arguments)
                let demanded = (command as? any DemandingCommand)?.missingOptions ?? []
                guard let found = MissingArguments(demanded, of: path) else { return (command, given) }
                missing = found
            } catch {
                guard exitCode(for: error) == .validationFailure,
                    let found = MissingArguments(message(for: error), given.arguments, of: path)
                else { throw error }
                missing = found
            }
            guard MissingArguments.canBeAskedFor else { throw missing.failure(of: path) }
            try missing.ask(into: &given, of: path)
        }
    }
}
