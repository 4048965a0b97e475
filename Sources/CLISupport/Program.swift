// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import TextCodec

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The way in and out of every program.
package enum Program {
    /// The version of all programs.
    package static let version = "0.1.0"

    /// Parses the arguments, runs the command and ends the process with the contract's exit code.
    ///
    /// - Parameters:
    ///   - start: what comes before the arguments are parsed.
    ///   - prepare: what comes between that and the command's run, knowing its arguments.
    package static func main(
        _ root: (some ParsableCommand).Type, start: () throws(Failure) -> Void = {},
        prepare: (any ParsableCommand) throws(Failure) -> Void = { _ in }
    ) -> Never {
        let name = root.configuration.commandName ?? "coldstar"
        do {
            try start()
            survive()
            var command = try root.parseAsRoot(arguments)
            try prepare(command)
            try command.run()
            exit(ExitCode.done.rawValue)
        } catch let failure as Failure {
            end(failure, name)
        } catch {
            end(parserError: error, root, name)
        }
    }

    /// The same for a command that waits for something.
    package static func main(_ root: (some AsyncParsableCommand).Type) async -> Never {
        survive()
        let name = root.configuration.commandName ?? "coldstar"
        do {
            var command = try root.parseAsRoot(arguments)
            if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
            exit(ExitCode.done.rawValue)
        } catch let failure as Failure {
            end(failure, name)
        } catch {
            end(parserError: error, root, name)
        }
    }

    /// A reader that goes away, or a limit to the size of files, is an error of the write, not a death without a word.
    private static func survive() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The arguments as the parser takes them: an empty value is a value, also in the form `--message=`.
    private static var arguments: [String] {
        var out: [String] = []
        var isPlain = false
        for argument in CommandLine.arguments.dropFirst() {
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

    private static func end(_ failure: Failure, _ name: String) -> Never {
        Console.report(failure, program: name)
        // A signal that waited until this was told.
        Endings.release()
        exit(failure.code.rawValue)
    }

    /// Help and version are results; everything else that the argument parser throws is a usage error.
    private static func end(parserError error: any Error, _ root: (some ParsableCommand).Type, _ name: String) -> Never
    {
        let code = root.exitCode(for: error)
        guard code != .success else {
            try? Console.put(line: root.fullMessage(for: error))
            exit(ExitCode.done.rawValue)
        }
        let message = TerminalText.escape(root.message(for: error))
        if code == .validationFailure {
            end(Failure(.usage, message, hint: "\(name) --help lists the commands and options"), name)
        }
        end(Failure(.bug, "an error that no command expected: \(message)"), name)
    }
}
