// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Handoff
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unite the signatures of several machines on one transaction.",
        discussion: """
            Example: coldstar-submit merge from-alice.xdr from-bob.json --network testnet --out both.xdr
            All have to be the same transaction. Each signature is kept once, in the order in which they are given, at
            most 20. No network is asked.
            """)

    @Argument(help: "TX: signed envelopes, requests or responses.")
    var transactions: [String]

    @Option(help: "xdr (default), request or ur.")
    var format: TransactionFormat = .xdr

    @Option(help: "The request that responses answer, if it is not in this machine's journal.")
    var request: String?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        let journal = try OnlineJournal.open(home)
        let request: SigningRequest? = if let path = self.request { try SignedInput.request(from: path) } else { nil }
        let files = try transactions.flatMap { try HandoffFolder.files($0, .signed) }
        let inputs = try files.map { try SignedInput($0, request: request, journal: journal, takesChallenges: true) }
        guard let first = inputs.first else { throw Failure(.usage, "no transaction is given") }
        let network = try network(of: inputs)
        let hash = first.envelope.hash(on: network)
        var merged = first.envelope
        for input in inputs.dropFirst() {
            guard input.envelope.hash(on: network) == hash else {
                throw Failure(
                    .badInput, "\(input.origin): this is another transaction than \(first.origin)",
                    hint: "only signatures of one and the same transaction can be united")
            }
            for signature in input.envelope.signatures {
                do { merged = try merged.adding(signature) } catch { throw Failure(.badInput, error.message) }
            }
        }
        try output.deliver(try text(merged, network, hash, journal))
        Console.say("\(merged.signatures.count) signatures on \(hash.hex)")
    }

    /// The network of all inputs; where no document names one and none is given, the hash of any network tells them apart.
    private func network(of inputs: [SignedInput]) throws(Failure) -> Network {
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
        return format == .xdr ? .public : try network.required()
    }

    private func text(
        _ merged: TransactionEnvelope, _ network: Network, _ hash: TransactionHash, _ journal: OnlineJournal
    ) throws(Failure) -> String {
        if let known = try journal.request(hash: hash) { return try format.text(of: known.replacing(envelope: merged)) }
        var generator = SystemRandomNumberGenerator()
        return try format.text(
            of: SigningRequest(
                id: RequestID(using: &generator), networkPassphrase: network.passphrase,
                content: .transaction(merged), created: try clock.time()))
    }
}
