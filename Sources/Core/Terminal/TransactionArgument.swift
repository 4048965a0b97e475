// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import Codec
package import Handoff

/// The argument of a command about one transaction (TX).
package struct TransactionArgument: ParsableArguments {
    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    package var transaction: String?

    package init() {}

    /// Whether it is given; without it, TX is standard input.
    package var isGiven: Bool { transaction != nil }

    /// Reads TX.
    package func input() throws(Failure) -> TransactionInput { try TransactionInput(transaction) }

    /// TX as something to sign, which may be in a folder.
    package func unsigned() throws(Failure) -> HandoffFile { try HandoffFile(transaction, .unsigned) }
}
