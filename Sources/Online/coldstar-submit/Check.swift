// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Submitting
import Terminal
import Workspace

struct Check: ParsableCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check whether the network would accept a transaction now; submits nothing.",
        discussion: """
            Example: coldstar-submit check signed.xdr --network testnet
            The transactions of a batch, one per line, are checked in order; the signatures of copies of one transaction are merged.
            """)

    @Argument(
        help: "TX: a file, - for standard input, or the text itself; also a request and the responses to it.",
        completion: .file())
    var transactions: [String] = []

    @OptionGroup var options: SubmitOptions

    func run() throws {
        let job = CheckJob(
            try options.given(transactions), network: try options.network.choice, context: options.context,
            now: try options.clock.time())
        var failure: Failure?
        try job.run { network throws(Failure) in
            try options.noteIgnoredServers(on: network)
        } noting: { notice in
            Console.message(notice)
        } each: { checked throws(Failure) in
            let (hash, result) = (checked.hash, checked.result)
            if options.json {
                try Console.result(line: result.document(of: hash, in: CommandStyle.current).text())
            } else {
                try Console.result(result.text(of: hash))
            }
            failure = failure ?? result.failure(of: hash)
        }
        if let failure { throw failure }
    }
}
