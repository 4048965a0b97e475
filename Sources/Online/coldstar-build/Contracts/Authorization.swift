// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Journal
import Terminal

struct Authorization: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "authorization",
        abstract: "Request signatures for the authorization entries of a contract call, one request for each entry.",
        discussion: """
            For calls that others than the transaction's source must authorize. The entries are part of the transaction's hash: sign
            them first, put them in with 'coldstar-submit authorize', and sign the transaction last.
            Example: coldstar-build authorization request.json --for G... --out entry.json
            With several entries, the output has one request per line.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.", completion: .file())
    var transaction: String?

    @Option(name: .customLong("for"), help: "Only what this address has to sign, G... or C....")
    var address: String?

    @Option(
        name: .customLong("delegate"),
        help: """
            Have the entries of the contract account --for signed by a delegate, whom its code asks (CAP-71); \
            several times for several delegates.
            """)
    var delegates: [String] = []

    @Option(help: "The last ledger in which the signatures count, or a duration (default: 24h).")
    var expires: String?

    @Option(
        name: .customLong("rule"),
        help: """
            For an account of OpenZeppelin's library: the context rule of a call; once for all calls, or for each in \
            order (default: 0).
            """)
    var rules: [String] = []

    @OptionGroup var simulation: CallOptions
    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.checkFree()
        let call = try UnsignedCall(try TransactionInput(transaction).toSign(), options.network.choice)
        try options.handOver(
            EntriesJob(
                call, for: try FieldID.signerOfEntry.optionalValue(of: address),
                delegates: try delegates.map { text throws(Failure) in try FieldID.delegate.value(of: text) },
                rules: try rules.map { text throws(Failure) in try FieldID.rule.value(of: text) },
                expires: try FieldID.expires.optionalValue(of: expires) ?? EntriesJob.usualExpiry,
                try simulation.terms(), note: options.note, now: try options.clock.time(),
                in: options.context()))
    }
}
