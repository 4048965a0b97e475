// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Handoff
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
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
        let request: AskedTransaction? =
            if let path = self.request { try AskedTransaction(path: path, takesChallenges: true) } else { nil }
        var pile = try SignedPile(
            transactions, request: request, journal: journal, network: try network.given(), takesChallenges: true)
        let isBatch = pile.isBatch
        let inputs = try pile.inputs()
        let network = try network(of: inputs, journal)
        var unions =
            try isBatch ? SignatureUnion.grouped(inputs, on: network) : [SignatureUnion(inputs, on: network)]
        for index in unions.indices { unions[index].dropRepeats() }
        if dropSurplus { try drop(&unions, network) }
        let requests = try unions.map { try $0.request(journal, given: request, now: try clock.time()) }
        journal.note(signaturesOf: requests.compactMap(\.envelope), on: network)
        if json {
            let documents = try zip(unions, requests).map { try document($0, $1).text(pretty: !isBatch) }
            try output.deliver(documents.joined(separator: "\n"))
        } else {
            try output.deliver(try isBatch ? lines(requests) : format.text(of: requests[0]))
        }
        if isBatch {
            let counts = unions.map(\.count)
            Console.say(
                "\(unions.count) transactions with \(counts.min() ?? 0) to \(counts.max() ?? 0) signatures each")
        } else {
            Console.say(unions[0].words)
        }
    }

    private func drop(_ unions: inout [SignatureUnion], _ network: Network) throws(Failure) {
        var view = try horizon.ledger(of: network)
        for index in unions.indices {
            let count = try unions[index].dropSurplus(in: &view)
            guard count > 0 else { continue }
            Console.say(
                "removed \(count) \(count == 1 ? "signature" : "signatures") not needed on \(unions[index].hash.hex)"
            )
        }
    }

    private func document(_ union: SignatureUnion, _ request: SigningRequest) throws(Failure) -> JSON {
        [
            "version": 1, "hash": .string(union.hash.hex), "signatures": .integer(union.count),
            "transaction": .string(try format.text(of: request)),
        ]
    }

    private func lines(_ requests: [SigningRequest]) throws(Failure) -> String {
        switch format {
        case .request: requests.map { $0.json.text() }.joined(separator: "\n")
        case .xdr: try requests.map { request throws(Failure) in try format.text(of: request) }.joined(separator: "\n")
        default:
            throw Failure(.usage, "several transactions need --format xdr or request, one per line")
        }
    }

    /// The network of all inputs. If no document names one and none is given, any network will do to compare hashes.
    private func network(of inputs: [SignedInput], _ journal: OnlineJournal) throws(Failure) -> Network {
        var found = try network.flagged()
        for input in inputs {
            guard let documented = input.network else { continue }
            if let found, found != documented {
                throw Failure(.badInput, "\(input.origin): the transactions are for different networks")
            }
            found = documented
        }
        if let found { return found }
        if let given = try network.given() { return given }
        // A request in the journal identifies the network.
        for network in Network.names.compactMap(Network.init(named:)) {
            if try journal.request(hash: inputs[0].envelope.hash(on: network)) != nil { return network }
        }
        return format == .xdr && !dropSurplus ? .public : try network.required()
    }
}
