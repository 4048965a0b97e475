// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Horizon
import Journal
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify the signatures, then bring the transactions into the ledger.",
        discussion: """
            Example: coldstar-submit send response.json
            Exit codes: 0 all are in the ledger; 1 one was refused for good; 75 an outcome is not known yet, and
            coldstar-submit resume goes on; 69 nothing was sent, run it again.
            """)

    @Argument(help: "TX: signed envelopes, requests or responses; files, - for standard input, or the text itself.")
    var transactions: [String] = []

    @Option(help: "Seconds to wait for an outcome.")
    var wait: String = "60"

    @OptionGroup var options: SubmitOptions

    func run() throws {
        let wait = try Arguments.number(wait, "--wait", as: UInt32.self)
        let journal = try OnlineJournal.open(options.home)
        let inputs = try options.inputs(transactions, journal: journal)
        let network = try options.network(of: inputs)
        let signed = try inputs.map { try Self.signed($0, network) }
        var view = try LedgerView(try options.horizon.client(for: network), network: network)
        for input in inputs { try Self.checkSignatures(input, network, &view) }
        let submitter = Submitter(
            client: view.client, network: network, journal: journal.store, clock: MachinePacing(), wait: UInt64(wait))
        var outcome = Outcome(json: options.json)
        for (transaction, input) in zip(signed, inputs) {
            outcome.add(try submitter.run(transaction), operations: input.envelope.innermost.operations.map(\.type))
        }
        try outcome.end()
    }

    /// What the journal keeps of a transaction.
    private static func signed(_ input: SignedInput, _ network: Network) throws(Failure) -> SignedTransaction {
        let envelope = input.envelope
        let transaction = envelope.innermost
        let inner: String? =
            if case .feeBump(let bump) = envelope.content { bump.inner.tx.hash(on: network).hex } else { nil }
        let end = transaction.cond.timeBounds?.maxTime ?? 0
        return SignedTransaction(
            hash: envelope.hash(on: network).hex, innerHash: inner, networkPassphrase: network.passphrase,
            envelope: Base64.encode(envelope.xdr), source: transaction.sourceAccount.account.address,
            sequence: transaction.seqNum, maxTime: end == 0 ? nil : Int64(clamping: end))
    }

    /// Nothing goes out whose signatures the network would refuse: that would cost a second ceremony, or a fee.
    private static func checkSignatures(
        _ input: SignedInput, _ network: Network, _ view: inout LedgerView
    ) throws(Failure) {
        let hash = input.envelope.hash(on: network)
        // What is in the ledger already needs no judgement, and its account may have changed its signers since.
        do { if try view.client.transaction(hash) != nil { return } } catch { throw Failure(error) }
        guard !input.envelope.signatures.isEmpty else {
            throw Failure(.badInput, "\(input.origin): the transaction is not signed")
        }
        let complaints = try SignatureReport(input.envelope, on: network, in: &view).complaints
        guard let first = complaints.first else { return }
        let text = complaints.map { "\($0.message) (\($0.code ?? ""))" }.joined(separator: "; ")
        throw Failure(.badInput, "\(input.origin): \(text)", hint: first.hint)
    }
}
