// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import Submitter
import TextCodec
import XDR

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

    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        let journal = try OnlineJournal.open(home)
        let request: RequestedTransaction? =
            if let path = self.request { try RequestedTransaction(path: path, takesChallenges: true) } else { nil }
        let given = try network.given()
        var batch = try SignedBatch(
            try TransactionLines.files(transactions), request: request, journal: journal, network: given,
            takesChallenges: true)
        let inputs = try batch.inputs()
        let network = try SignatureMerge.network(
            of: inputs, self.network.choice, journal, isNeeded: format != .xdr || dropSurplus)
        var merge = try SignatureMerge(inputs, isBatch: batch.isBatch, on: network)
        if dropSurplus { try drop(from: &merge) }
        let requests = try merge.requests(journal, given: request, now: try clock.time())
        Console.warn(unrecorded: journal.record(signaturesOf: requests.compactMap(\.envelope), on: network))
        if json {
            let documents = try zip(merge.unions, requests).map { union, request throws(Failure) in
                union.document(try format.text(of: request)).text(pretty: !batch.isBatch)
            }
            try output.deliver(documents.joined(separator: "\n"))
        } else {
            try output.deliver(try batch.isBatch ? lines(requests) : format.text(of: requests[0]))
        }
        if batch.isBatch {
            let counts = merge.unions.map(\.count)
            Console.say(
                "\(counts.count) transactions with \(counts.min() ?? 0) to \(counts.max() ?? 0) signatures each")
        } else {
            Console.say(merge.unions[0].text)
        }
    }

    private func drop(from merge: inout SignatureMerge) throws(Failure) {
        var view = try horizon.ledger(of: merge.network)
        for index in merge.unions.indices {
            let count = try merge.dropSurplus(at: index, in: &view)
            guard count > 0 else { continue }
            Console.say(
                "removed \(count) \(count == 1 ? "signature" : "signatures") not needed on \(merge.unions[index].hash.hex)"
            )
        }
    }

    private func lines(_ requests: [SigningRequest]) throws(Failure) -> String {
        switch format {
        case .request: requests.map { $0.json.text() }.joined(separator: "\n")
        case .xdr: try requests.map { request throws(Failure) in try format.text(of: request) }.joined(separator: "\n")
        default:
            throw Failure(.usage, "several transactions need --format xdr or request, one per line")
        }
    }
}

extension SignatureUnion {
    /// The JSON document of `merge` and `attach`.
    ///
    /// - Parameter transaction: the transaction in the format wanted.
    func document(_ transaction: String) -> JSON {
        [
            "version": 1, "hash": .string(hash.hex), "signatures": .integer(count),
            "transaction": .string(transaction),
        ]
    }
}
