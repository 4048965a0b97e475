// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Faults
import OnlineShell
import Shell
import Submitter
import TextCodec

struct Check: ParsableCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check whether the network would accept a transaction now; submits nothing.",
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
        var (journal, request, batch) = try options.open(transactions)
        let inputs = try batch.inputs()
        let network = try inputs.network(options.network.choice)
        let unions = try SignatureUnion.grouped(inputs, on: network)
        let context = options.context
        let envelopes = try unions.map { union throws(Failure) in try union.envelope() }
        let view = try options.rpc.ledger(of: network, context, for: envelopes)
        try context.checkCodes(of: envelopes, on: network, journal)
        let check = try SubmissionCheck(unions, on: network, in: view, now: try options.clock.time())
        Console.warn(unrecorded: journal.record(signaturesOf: check.transactions.map(\.envelope), on: network))
        var failure: Failure?
        for (index, transaction) in check.transactions.enumerated() {
            let (hash, result) = (transaction.hash, try check.result(at: index, request: request, in: journal))
            if options.json {
                try Console.put(line: result.document(of: hash, in: CommandStyle.current).text())
            } else {
                try Console.put(result.text(of: hash))
            }
            failure = failure ?? result.failure(of: hash)
        }
        if let failure { throw failure }
    }
}
