// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec

/// Detects an option given more often than allowed: the parser would silently take the last value.
enum RepeatedOption {
    /// - Parameters:
    ///   - arguments: as passed to the parser.
    ///   - command: the parsed command; its option names are listed only if one may occur twice, under one name or two, such as
    ///     `--source` and `--source-account`.
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
