// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell

/// Options of every command that builds an operation.
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

    @Flag(help: "Take the sequence number after all pending transactions: those that were signed or submitted.")
    var afterPending = false

    @Flag(help: "Take the sequence number after all pending transactions and all requests that are still to be signed.")
    var afterDrafts = false

    @Option(help: "Add the operation to this unsigned transaction (TX) instead of beginning one.", completion: .file())
    var appendTo: String?

    @OptionGroup var emission: EmissionOptions

    /// Which sequence number to use.
    var place: NumberChoice.Place { afterDrafts ? .afterDrafts : afterPending ? .afterPending : .next }

    func checkPlaceBesideSequence() throws(Failure) {
        guard place != .next else { return }
        throw Failure(
            .usage, "--sequence cannot be combined with \(afterDrafts ? "--after-drafts" : "--after-pending")")
    }

    /// The source account as text, from the option or the environment.
    var sourceText: String? { source ?? Environment["STELLAR_ACCOUNT"] }
}
