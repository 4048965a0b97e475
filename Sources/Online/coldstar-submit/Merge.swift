// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Submitter

struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
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
        let journal = try OnlineJournal.open(home)
        let request = try RequestedTransaction.read(request, takesChallenges: true)
        let given = try network.given()
        var batch = try SignedBatch(
            try TransactionLines.files(transactions), request: request, journal: journal, network: given,
            takesChallenges: true)
        let inputs = try batch.inputs()
        let network = try SignatureMerge.network(
            of: inputs, self.network.choice, journal, isNeeded: format != .xdr || dropSurplus)
        var merge = try SignatureMerge(inputs, isBatch: batch.isBatch, on: network)
        if dropSurplus {
            var view = try rpc.ledger(
                of: network, OnlineContext(home: home, horizon: horizon, rpc: rpc))
            for index in merge.unions.indices {
                if let note = try merge.dropSurplus(at: index, in: &view) { Console.say(Wording(note)) }
            }
        }
        let requests = try merge.requests(journal, given: request, now: try clock.time())
        Console.warn(unrecorded: journal.record(signaturesOf: requests.compactMap(\.envelope), on: network))
        try output.deliver(
            try json ? merge.documents(of: requests, as: format) : merge.text(of: requests, as: format))
        Console.say(Wording(merge.summary))
    }
}
