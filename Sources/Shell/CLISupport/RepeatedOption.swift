// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Finds an option that is given more often than it counts: the parser would take the last one and say nothing.
enum RepeatedOption {
    /// - Parameters:
    ///   - arguments: as the parser took them.
    ///   - command: what it made of them; the names of its options are asked for only where one may be there twice, under one name or
    ///     two: `--source` and `--source-account`.
    static func check(_ arguments: [String], of command: any ParsableCommand) throws(Failure) {
        // No value begins with a dash: the parser takes it for an option.
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

    /// `--amount=1` without its value.
    private static func name(_ argument: String) -> String {
        String(argument.prefix { $0 != "=" })
    }
}
