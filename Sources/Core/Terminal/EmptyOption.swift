// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec

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
