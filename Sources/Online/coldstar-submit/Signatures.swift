// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Submitting
import Terminal

struct Signatures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signatures",
        abstract: "Who has signed, who is missing, and which weight is reached of which is needed.",
        discussion: "Example: coldstar-submit signatures partly-signed.xdr --network testnet")

    @Argument(
        help: "TX: a file, - for standard input, or the text itself; also a request and the responses to it.",
        completion: .file())
    var transactions: [String] = []

    @OptionGroup var options: SubmitOptions

    func run() throws {
        let job = SignaturesJob(
            try options.given(transactions), network: try options.network.choice, context: options.context)
        let (hash, report) = try job.run { network throws(Failure) in
            try options.noteIgnoredServers(on: network)
        } noting: {
            Console.message($0)
        }
        if options.json { return try Console.result(line: report.document(of: hash).text()) }
        try Console.result(report.text(of: hash))
    }
}
