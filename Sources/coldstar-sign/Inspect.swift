// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Review
import Stellar
import TextCodec

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what a transaction, login or message is; needs no key and no PIN.",
        discussion: "Example: coldstar-sign inspect request.json")

    @Argument(help: "TX: a file, - for standard input, or the text itself.")
    var transaction: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @Flag(help: "Show every field of every operation, and all that the request claims.")
    var full = false

    @Option(help: "An account that may have signed, G...; may be given more than once.")
    var signer: [String] = []

    @Option(help: "The transaction (TX) that a request of a bare hash is for.")
    var envelope: String?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    func run() throws {
        let candidates = try signer.map { try Arguments.accountID($0, "--signer") }
        let examined = try Examined(transaction, network, envelope: envelope)
        let review = examined.review(now: try clock.time(), candidates: candidates).review
        if json {
            try Console.put(line: ReviewJSON.document(review).text(pretty: true))
        } else {
            let colours = Console.outputIsTerminal && Environment["NO_COLOR"] == nil
            try Console.put(Array(ReviewText.of(review, full: full, colours: colours).utf8))
        }
    }
}
