// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import TextCodec

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
        for names in try single(type(of: command)) {
            let found = given.filter(names.contains)
            if found.count > 1 {
                let other = found.first { $0 != found[1] }.map { " (also as \($0))" } ?? ""
                throw Failure(
                    .usage, "\(found[1]) is there \(found.count == 2 ? "twice" : "\(found.count) times")\(other)")
            }
        }
    }

    /// `--amount=1` without its value.
    private static func name(_ argument: String) -> String {
        String(argument.prefix { $0 != "=" })
    }

    /// The names of each option with a value that counts once.
    private static func single(_ command: any ParsableCommand.Type) throws(Failure) -> [[String]] {
        guard let help = try? JSON(parsing: Array(command._dumpHelp().utf8)) else {
            throw Failure(.bug, "the options of this command cannot be listed")
        }
        return (help["command"]?["arguments"]?.asArray ?? []).compactMap { argument in
            guard argument["kind"]?.asString == "option", argument["isRepeating"]?.asBool == false else { return nil }
            return argument["names"]?.asArray?.compactMap { entry in
                entry["name"]?.asString.map { (entry["kind"]?.asString == "long" ? "--" : "-") + $0 }
            }
        }
    }
}
