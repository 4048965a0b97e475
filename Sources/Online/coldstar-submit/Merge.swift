// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Journal
import Submitting
import Terminal
import Workspace

struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge the signatures of several machines on a transaction, or on each of a batch.",
        discussion: """
            Example: coldstar-submit merge from-alice.xdr from-bob.json --network testnet --out both.xdr
            All inputs must be the same transaction; in files with one per line, those with the same hash belong together.
            Each signature is kept once, in the order given, at most 20. The network is used only by --drop-surplus, which
            removes signatures that the accounts do not need.
            """)

    @Argument(
        help: "TX: signed envelopes, requests or responses; folders, and files with one on each line too.",
        completion: .file())
    var transactions: [String]

    @Option(help: TransactionFormat.help)
    var format: TransactionFormat = .xdr

    @Option(
        help: "The request for it: every input has to be this transaction, or a fee bump around it.",
        completion: .file())
    var request: String?

    @Flag(help: "Ask the network which signatures are needed and remove the others.")
    var dropSurplus = false

    @Flag(help: "Print the outcome as a JSON document containing the transaction; for a batch one per line.")
    var json = false

    @OptionGroup var network: OnlineNetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var rpc: RPCOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        let request = try TransactionToSubmit.read(request, takesChallenges: true)
        let job = MergeJob(
            try TransactionLines.signed(transactions, in: home, now: try clock.time()), request: request,
            droppingSurplus: dropSurplus,
            needsNetwork: format != .xdr, network: try network.choice,
            context: OnlineContext(home: home, horizon: horizon, rpc: rpc), now: try clock.time())
        let merged = try job.run { network throws(Failure) in
            try rpc.noteIgnored(horizon, on: network)
        } noting: {
            Console.message($0)
        }
        try output.deliver(try json ? merged.documents(as: format) : merged.text(as: format))
        Console.message(Wording(merged.summary))
    }
}
