// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Submitter
import TextCodec

struct Signatures: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Who has signed, who is missing, and which weight is reached of which is needed.",
        discussion: "Example: coldstar-submit signatures partly-signed.xdr --network testnet")

    @Argument(
        help: "TX: a file, - for standard input, or the text itself; also a request and the responses to it.",
        completion: .file())
    var transactions: [String] = []

    @OptionGroup var options: SubmitOptions

    func run() throws {
        var (journal, _, batch) = try options.open(transactions)
        let inputs = try batch.inputs()
        let network = try inputs.network(options.network.choice)
        let union = try SignatureUnion.single(inputs, on: network)
        var view = try options.rpc.ledger(of: network, options.context)
        let report = try union.report(in: &view)
        let hash = union.hash
        Console.warn(unrecorded: journal.record(union.signatures(knownTo: report), of: hash))
        for line in options.json ? [report.document(of: hash).text()] : report.lines(of: hash) {
            try Console.put(line: line)
        }
    }
}
