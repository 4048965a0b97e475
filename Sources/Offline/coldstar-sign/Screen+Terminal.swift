// SPDX-License-Identifier: Apache-2.0

import Review
import Shell

extension Screen {
    /// Standard output, for results.
    static var output: Screen { of(Console.outputIsTerminal, Console.outputColumns) }
    /// Standard error, for reviews and prompts.
    static var error: Screen { of(Console.errorIsTerminal, Console.errorColumns) }

    private static func of(_ isTerminal: Bool, _ columns: Int?) -> Screen {
        Screen(colours: isTerminal && Console.hasColours && HeldTerminal.isDrawable, columns: columns)
    }
}
