// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
import Stellar

/// The entry and exit of every program.
package enum Program {
    /// The version of all programs.
    package static let version = "0.1.0"

    /// Parses the arguments, runs the command and ends the process with the documented exit code.
    ///
    /// - Parameters:
    ///   - libraries: the program's own, for `--version`.
    ///   - start: runs before the arguments are parsed.
    ///   - prepare: runs before the command, which it receives with its arguments.
    ///   - pager: shows a long result; returns false if it cannot, and then `Pager` does.
    ///   - aliases: other words for options, which the help does not list. A command that has an option of that name
    ///     takes it as that.
    ///   - guidance: what to say at a terminal if there is no command; nil for the help.
    package static func main(
        _ root: (some ParsableCommand).Type, libraries: @autoclosure () -> [LinkedLibrary] = [],
        start: () throws(Failure) -> Void = {},
        prepare: (any ParsableCommand) throws(Failure) -> Void = { _ in },
        pager: (String) -> Bool = { _ in false }, aliases: [String: String] = [:],
        guidance: () throws(Failure) -> [String]? = { () throws(Failure) in nil }
    ) -> Never {
        let name = root.configuration.commandName ?? "coldstar"
        fillStreams()
        // The zone is read from a file, which a confined program can no longer open.
        tzset()
        if QuietOption.isIn(CommandLine.arguments) { Console.leaveOutNotes() }
        do {
            try checkArguments()
            try start()
            survive()
            if try Guidance.show(guidance) {
                // Without arguments, like any program without a command.
                exit((CommandLine.arguments.count > 1 ? ExitCode.done : .usage).rawValue)
            }
            let path = CommandPath(arguments, of: root)
            try path.check()
            var given = GivenArguments(try OptionNames.replacing(aliases, in: arguments, of: path.command))
            while true {
                var (command, answers) = try root.completed(given, of: path)
                try RepeatedOption.check(answers.arguments, of: command)
                Console.printsFailures = !(command is any JudgingCommand)
                try prepare(command)
                if command is any PagedCommand { PagedOutput.begin() }
                do {
                    try command.run()
                    break
                } catch let fault as any Fault {
                    guard command is any DemandingCommand, let rest = answers.without(Failure(any: fault)) else {
                        throw fault
                    }
                    given = rest
                }
            }
            PagedOutput.end(pager)
            TransientLine.erase()
            exit(ExitCode.done.rawValue)
        } catch let fault as any Fault {
            let failure = Failure(any: fault)
            // What precedes an error is shown before it.
            PagedOutput.end(pager, above: Console.lines(of: failure, program: name))
            end(failure, name)
        } catch {
            PagedOutput.end(pager)
            end(parserError: error, root, name, libraries)
        }
    }

    /// Runs an asynchronous root command.
    package static func main(
        _ root: (some AsyncParsableCommand).Type, libraries: [LinkedLibrary] = []
    ) async -> Never {
        fillStreams()
        survive()
        let name = root.configuration.commandName ?? "coldstar"
        if QuietOption.isIn(CommandLine.arguments) { Console.leaveOutNotes() }
        do {
            try checkArguments()
            let path = CommandPath(arguments, of: root)
            try path.check()
            var (command, answers) = try root.completed(GivenArguments(arguments), of: path)
            try RepeatedOption.check(answers.arguments, of: command)
            if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
            exit(ExitCode.done.rawValue)
        } catch let fault as any Fault {
            end(Failure(any: fault), name)
        } catch {
            end(parserError: error, root, name) { libraries }
        }
    }

    /// Runs a part of a program that has no options of its own, and ends the process.
    package static func run(_ name: String, _ work: () throws(Failure) -> Void) -> Never {
        fillStreams()
        survive()
        do throws(Failure) { try work() } catch { end(error, name) }
        exit(ExitCode.done.rawValue)
    }

    /// Replaces closed standard streams: otherwise the next socket opened would become the output and swallow the
    /// result. The replacement can be neither read nor written, so that using it is still an error.
    private static func fillStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // `open` takes the lowest free number, which is this one, since those below are open.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ignores the signals for a reader that has closed the output and for the file size limit, so that the write fails
    /// instead.
    private static func survive() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Refuses arguments and settings that are not UTF-8: decoding would silently change them.
    private static func checkArguments() throws(Failure) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index] else { break }
            let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
            guard String(validating: bytes, as: UTF8.self) != nil else {
                throw Failure(
                    .usage, "argument \(index) is not UTF-8: \(TerminalText.escape(bytes.prefix(64)))",
                    hint: "set the terminal and the shell to UTF-8")
            }
        }
        for name in Environment.names where !Environment.isText(name) {
            throw Failure(.usage, "the environment variable \(name) is not UTF-8")
        }
    }

    /// The arguments for the parser: an empty value is a value, also in the form `--message=`.
    static var arguments: [String] {
        var out: [String] = []
        var isPlain = false
        for argument in QuietOption.removed(from: Array(CommandLine.arguments.dropFirst())) {
            isPlain = isPlain || argument == "--"
            if !isPlain, argument.hasPrefix("--"), argument.hasSuffix("="),
                argument.utf8.count(where: { $0 == UInt8(ascii: "=") }) == 1
            {
                out += [String(argument.dropLast()), ""]
            } else {
                out.append(argument)
            }
        }
        return out
    }

    /// The parser's message on one line: the parser lists an option's accepted values on separate lines, and takes a
    /// negative number for another option.
    private static func line(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        if let first = lines.first, lines.count > 1, lines.dropFirst().allSatisfy({ $0.hasPrefix("  - ") }) {
            return first + " " + lines.dropFirst().map { $0.dropFirst(4) }.joined(separator: ", ")
        }
        for (option, value) in zip(arguments, arguments.dropFirst())
        where value.dropFirst().first?.isNumber ?? false && value.hasPrefix("-")
            && message.hasPrefix("Missing value for '\(option) ")
        {
            return "\(option): \(value) must not be negative"
        }
        return message
    }

    /// Whether a completion script is requested.
    private static var isScript: Bool { arguments.contains { $0.hasPrefix("--generate-completion-script") } }

    /// Reports the failure and ends the process with its exit code.
    package static func end(_ failure: Failure, _ name: String) -> Never {
        TransientLine.erase()
        // The reader has closed the output: end as other tools do.
        if failure == Console.readerIsGone { exit(128 + SIGPIPE) }
        Console.report(failure, program: name)
        if isDocumentWanted { try? Console.result(document: failure.document(exitCode: ExitCode(failure.kind))) }
        // A pending signal takes effect only after the error was printed.
        TerminationSignals.release()
        exit(ExitCode(failure.kind).rawValue)
    }

    /// Whether the failure is also printed as a document: with `--json`, unless documents were printed that say what
    /// failed.
    private static var isDocumentWanted: Bool {
        Console.printsFailures && !Console.hasResult && arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// Help and version are results; everything else that the argument parser throws is a usage error.
    private static func end(
        parserError error: any Error, _ root: (some ParsableCommand).Type, _ name: String,
        _ libraries: () -> [LinkedLibrary]
    ) -> Never {
        let code = root.exitCode(for: error)
        guard code != .success else {
            if isScript {
                try? Console.result(line: CompletionScript.adapted(root.fullMessage(for: error)))
                exit(ExitCode.done.rawValue)
            }
            guard root.fullMessage(for: error) != version else {
                try? Console.result(
                    line: "\(version)\n\(ProgramBuild.lines(libraries: LinkedLibrary.shared + libraries()))")
                exit(ExitCode.done.rawValue)
            }
            let text = root.fullMessage(for: error, columns: HelpText.unlimited)
            if error is CleanExit {
                // No one asked for help: a command is missing, which is an error, and the parser's text lists the
                // commands.
                let columns = HeldTerminal.isDrawable ? Console.errorColumns : nil
                PagedOutput.show(HelpText.laidOut(text, columns: columns) + "\n")
                end(Failure(.usage, "\(CommandPath(arguments, of: root).text) needs a command"), name)
            }
            // --experimental-dump-help, and what shells ask for.
            guard !text.hasPrefix("{"), arguments.first?.hasPrefix("---completion") != true else {
                try? Console.result(line: text)
                exit(ExitCode.done.rawValue)
            }
            let columns = HeldTerminal.isDrawable ? Console.outputColumns : nil
            if columns != nil { PagedOutput.begin() }
            try? Console.result(line: HelpText.laidOut(text, columns: columns))
            if columns != nil { PagedOutput.end { _ in false } }
            exit(ExitCode.done.rawValue)
        }
        let message = TerminalText.escape(line(root.message(for: error)))
        if code == .validationFailure {
            let path = CommandPath(arguments, of: root)
            end(Failure(.usage, Wording(message), hint: "\(path.text) --help lists the commands and options"), name)
        }
        end(Failure(.bug, "unexpected error: \(message)"), name)
    }
}

/// A command whose documents judge what it was given. If that cannot be read it prints nothing: a document could be
/// taken for a judgement.
package protocol JudgingCommand {}

/// What a program says at a terminal when it is started without arguments: instead of its help, what to do next.
enum Guidance {
    /// Whether a person at a terminal started the program without a command, or named only the folder of its state.
    static var isWanted: Bool {
        let words = CommandLine.arguments.dropFirst()
        if let first = words.first, first.hasPrefix("--home=") { return words.count == 1 }
        if words.first == "--home" { return words.count == 2 && words.last?.hasPrefix("-") == false }
        return words.isEmpty && Console.inputIsTerminal && Console.outputIsTerminal && Console.errorIsTerminal
    }

    /// Shows the lines, if they are wanted; returns false if there is nothing to say.
    ///
    /// - Parameter source: the lines; nil for the help.
    static func show(_ source: () throws(Failure) -> [String]?) throws(Failure) -> Bool {
        guard isWanted, let lines = try source() else { return false }
        for line in lines {
            // Commands, which are indented, are there to be copied.
            line.hasPrefix(" ") ? Console.diagnostic(Wording(line)) : Console.message(compared: Wording(line))
        }
        return true
    }
}

extension Failure {
    /// The document that `--json` prints for it.
    fileprivate func document(exitCode: ExitCode) -> JSON {
        func text(_ wording: Wording) -> JSON { .string(Redaction.apply(wording.commandText)) }
        var members: [(String, JSON)] = [
            ("code", .integer(exitCode.rawValue)), ("kind", .string(kind.name)), ("message", text(wording)),
        ]
        if let hint { members.append(("hint", text(hint))) }
        if let field { members.append(("field", .string(field.name))) }
        if !details.isEmpty {
            let lines = details.map { detail -> JSON in
                let line = detail.line.map { [("line", JSON.integer($0))] } ?? []
                return .object(JSONObject(line + [("message", text(detail.wording))]))
            }
            members.append(("details", .array(lines)))
        }
        return ["version": 1, "error": .object(JSONObject(members))]
    }
}
