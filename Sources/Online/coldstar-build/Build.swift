// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The command that builds one operation, in a new transaction or appended to an existing one.
struct Build<Arguments: OperationArguments>: ParsableCommand {
    static var configuration: CommandConfiguration {
        var configuration = Arguments.configuration
        configuration.commandName = configuration.commandName ?? name
        return configuration
    }

    @OptionGroup var operation: Arguments
    @OptionGroup var options: BuildOptions

    func run() throws { try options.build(operation.operation) }

    /// `merge-account` for `MergeAccount`.
    private static var name: String {
        String(describing: Arguments.self).reduce(into: "") { name, letter in
            name += (letter.isUppercase && !name.isEmpty ? "-" : "") + letter.lowercased()
        }
    }
}
