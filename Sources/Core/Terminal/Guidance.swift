// SPDX-License-Identifier: Apache-2.0

import Codec

/// What a program says at a terminal when it is started without arguments: instead of its help, what to do next.
enum Guidance {
    /// Whether a person at a terminal started the program without arguments.
    static var isWanted: Bool {
        CommandLine.arguments.count == 1 && Console.inputIsTerminal && Console.outputIsTerminal
            && Console.errorIsTerminal
    }

    /// Shows the lines, if they are wanted; returns false if there is nothing to say.
    ///
    /// - Parameter source: the lines; nil for the help.
    static func show(_ source: () throws(Failure) -> [String]?) throws(Failure) -> Bool {
        guard isWanted, let lines = try source() else { return false }
        for line in lines { Console.tell(Wording(line)) }
        return true
    }
}
