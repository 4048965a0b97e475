// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Terminal

/// Says which operation a command builds.
protocol BuildCommand: FieldList {
    static var spec: OperationSpec { get }
}

extension BuildCommand {
    static var fields: [InputField] { spec.fields }
}

/// The command that builds one operation, in a new transaction or appended to an existing one.
struct Build<Command: BuildCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        let spec = Command.spec
        return CommandConfiguration(
            commandName: spec.command.last, abstract: spec.summary.commandText, discussion: spec.discussion)
    }

    @OptionGroup var fields: FieldOptions<Command>
    @OptionGroup var options: BuildOptions

    func run() throws { try options.build { () throws(Failure) in try Command.spec.operation(try fields.texts()) } }
}

extension OperationSpec {
    /// The width within which examples are broken.
    private static let width = 117

    /// What the command's help says besides its summary and its options.
    var discussion: String {
        var lines = ["Example: coldstar-build " + command.joined(separator: " ")]
        for (field, text) in example {
            let option = " --\(field.name) \(text)"
            let last = lines.count - 1
            if lines[last].count + option.count <= Self.width {
                lines[last] += option
            } else {
                lines[last] += " \\"
                lines.append(" " + option)
            }
        }
        return (notes.map { $0.commandText + "\n" } ?? "") + lines.joined(separator: "\n")
    }
}
