// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec

/// The names of a command's options, with their dashes.
enum OptionNames {
    /// The names of each option that takes a value.
    ///
    /// - Parameter once: whether to leave out options that may be repeated.
    static func all(_ command: any ParsableCommand.Type, once: Bool) throws(Failure) -> [[String]] {
        guard let help = try? JSON(parsing: Array(command._dumpHelp().utf8)) else {
            throw Failure(.bug, "the options of this command cannot be listed")
        }
        return (help["command"]?["arguments"]?.asArray ?? []).compactMap { argument in
            guard argument["kind"]?.asString == "option", !once || argument["isRepeating"]?.asBool == false else {
                return nil
            }
            return argument["names"]?.asArray?.compactMap { entry in
                entry["name"]?.asString.map { (entry["kind"]?.asString == "long" ? "--" : "-") + $0 }
            }
        }
    }

    static func withValue(of command: any ParsableCommand.Type) throws(Failure) -> Set<String> {
        Set(try all(command, once: false).joined())
    }
}
