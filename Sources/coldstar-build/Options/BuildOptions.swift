// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport

/// What every command that makes an operation takes.
struct BuildOptions: ParsableArguments {
    @Option(
        name: [.customLong("source"), .customLong("source-account")],
        help: "The account that acts, ACCOUNT (or $STELLAR_ACCOUNT).", completion: Completion.accounts)
    var source: String?

    @Option(
        help: "The account that acts in this operation alone, ACCOUNT; it has to sign too.",
        completion: Completion.accounts)
    var operationSource: String?

    @Option(help: "text:..., id:N, hash:HEX or return:HEX.")
    var memo: String?

    @OptionGroup var conditions: ConditionOptions

    @Option(help: "Stroops for each operation, or auto (default: from the network's recent fees, shown).")
    var fee: String = "auto"

    @Option(help: "The transaction's own sequence number; nothing is asked of the network then.")
    var sequence: String?

    @Flag(help: "Take the sequence number behind all that is out for signing or sending already.")
    var afterPending = false

    @Option(help: "Add the operation to this unsigned transaction (TX) instead of beginning one.")
    var appendTo: String?

    @OptionGroup var emission: EmissionOptions

    /// The source account's text, from the option or the environment.
    var sourceText: String? { source ?? Environment["STELLAR_ACCOUNT"] }
}
