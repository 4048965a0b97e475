// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Journal
import Terminal
import Workspace

struct Authorize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "authorize",
        abstract:
            "Put signed authorization entries into a contract call, simulate it with them, and request its signature.",
        discussion: """
            Give all responses together. Signatures are sorted; those of strangers are dropped; the weights of each account are checked.
            Example: coldstar-submit authorize request.json entry-response.json --out envelope.json
            """)

    @Argument(help: "TX: the unsigned transaction.", completion: .file())
    var transaction: String

    @Argument(help: "The signer's responses to 'coldstar-build authorization'.", completion: .file())
    var responses: [String]

    @Option(help: "The highest accepted resource fee in stroops (default: 100000000, 10 XLM).")
    var maxResourceFee: String?

    @OptionGroup var options: EmissionOptions

    func run() throws {
        try options.checkFree()
        let call = try UnsignedCall(try TransactionInput(transaction).toSign(), options.network.choice)
        try options.handOver(
            AuthorizeJob(
                call, try responses.map { path throws(Failure) in try TransactionInput(path) },
                try SimulationTerms(maximumResourceFee: try FieldID.maxResourceFee.optionalValue(of: maxResourceFee)),
                note: options.note, now: try options.clock.time(), in: options.context()))
    }
}
