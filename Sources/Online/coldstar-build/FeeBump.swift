// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Terminal

struct FeeBump: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fee-bump",
        abstract: "Wrap a signed transaction in a fee bump: another account pays its fee, or a higher one.",
        discussion: """
            The transaction and its signatures stay unchanged; the fee account signs the fee bump. A node whose queue holds the
            transaction accepts the fee bump in its place only for ten times its fee.
            Examples: coldstar-build fee-bump 6e8e... --network testnet --fee-source G... --max-fee 2000
            coldstar-build fee-bump signed.xdr --network testnet --fee-source G... --max-fee 2000
            """)

    @Argument(
        help:
            "The hash of a signed transaction that the journal knows (64 hex digits, or 8 or more of the first), or TX.",
        completion: .file())
    var transaction: String?

    @Option(help: "The account that pays: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var feeSource: String

    @Option(help: "The maximum total fee, in stroops.")
    var maxFee: String

    @Flag(help: "Do not use the network.")
    var offline = false

    @OptionGroup var emission: EmissionOptions

    func run() throws {
        try emission.checkFree()
        let now = try emission.clock.time()
        let fee: Int64 = try FieldID.maxFee.value(of: maxFee)
        try emission.handOver(
            FeeBumpJob(
                try emission.replacement(of: transaction, offline: offline, now: now),
                paidBy: try FieldID.feeSource.value(of: feeSource), maxFee: fee))
    }
}
