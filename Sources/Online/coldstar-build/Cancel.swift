// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Terminal

struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a transaction by using its sequence number for one that does nothing.",
        discussion: """
            The request is for a transaction of the same account and number that does nothing (it bumps the sequence number to 0)
            and is valid at every sequence number of the account at which the original is: its minSeqNum is the same.
            Once it is applied, the original is permanently void; until then either of the two can be applied. A node whose queue
            holds the original accepts this one in its place only as a fee bump of ten times its fee.
            Example: coldstar-build cancel 6e8e... --network testnet --out cancel.json
            """)

    @Argument(
        help: "The hash of a transaction that the journal knows (64 hex digits, or 8 or more of the first), or TX.",
        completion: .file())
    var transaction: String

    enum Terms: FieldList {
        static var fields: [InputField] { TermsSpec.conditions + [TermsSpec.feeOfOne] }
    }

    @OptionGroup var terms: FieldOptions<Terms>

    @Flag(help: "Do not use the network.")
    var offline = false

    @OptionGroup var emission: EmissionOptions

    func run() throws {
        try emission.checkFree()
        let (now, texts) = (try emission.clock.time(), try terms.texts())
        try emission.handOver(
            CancelJob(
                try emission.replacement(of: transaction, offline: offline, now: now),
                conditions: try ConditionInput(texts), fee: try texts.value(.fee)))
    }
}
