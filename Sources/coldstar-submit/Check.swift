// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Horizon
import OnlineSupport
import Preflight
import Stellar
import StellarXDR
import TextCodec
import XDR

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say whether the network would take a transaction now; sends nothing.",
        discussion: """
            Example: coldstar-submit check signed.xdr --network testnet
            The transactions of a batch, one a line, are looked at one behind the other.
            """)

    @Argument(help: "TX: a file, - for standard input, or the text itself.")
    var transaction: String?

    @OptionGroup var options: SubmitOptions

    func run() throws {
        let journal = try OnlineJournal.open(options.home)
        let inputs = try options.inputs(transaction.map { [$0] } ?? [], journal: journal)
        let network = try options.network(of: inputs)
        guard !inputs.isEmpty else { throw Failure(.usage, "no transaction is given") }
        let view = try LedgerView(try options.horizon.client(for: network), network: network)
        let now = try options.clock.time()
        var preflight = try Preflight(view, now: now, .sending)
        var refused: (hash: TransactionHash, complaints: [Complaint])?
        for input in inputs {
            let report = try SignatureReport(input.envelope, on: network, in: &preflight)
            let complaints = try preflight.complaints(about: input.envelope) + report.complaints
            let hash = input.envelope.hash(on: network)
            if let found = try settled(input.envelope, complaints, network, view) {
                if let failure = try tell(hash, found), refused == nil { throw failure }
                continue
            }
            let table = CheckTable(
                input.envelope, on: network, request: try journal.request(hash: hash), report, complaints,
                unchecked: preflight.unchecked, now: now)
            if options.json {
                try Console.put(line: document(hash, report, complaints, table).text())
            } else {
                for line in lines(hash, table) { try Console.put(line: line) }
            }
            if refused == nil, !complaints.isEmpty { refused = (hash, complaints) }
        }
        guard let refused, let first = refused.complaints.first else { return }
        throw Failure(
            .refusedByLedger, "the network would refuse \(refused.hash.hex): \(first.text)",
            hint: first.hint
                ?? (refused.complaints.count > 1 ? "\(refused.complaints.count - 1) more complaints are listed" : nil))
    }

    /// Where the ledger has it. It is looked for only where its number is used up: what is in a ledger has used it.
    private func settled(
        _ envelope: TransactionEnvelope, _ complaints: [Complaint], _ network: Network, _ view: LedgerView
    ) throws(Failure) -> TransactionRecord? {
        guard complaints.contains(where: { $0.code == "tx_bad_seq" || $0.code == "tx_no_source_account" }) else {
            return nil
        }
        for hash in [envelope.hash(on: network), envelope.innerHash(on: network)].compactMap(\.self) {
            do { if let found = try view.client.transaction(hash) { return found } } catch { throw Failure(error) }
        }
        return nil
    }

    /// - Returns: the failure where it failed in that ledger.
    private func tell(_ hash: TransactionHash, _ found: TransactionRecord) throws(Failure) -> Failure? {
        let words =
            found.isSuccessful
            ? "is in ledger \(found.ledger) already; nothing to do"
            : "failed in ledger \(found.ledger), fee paid: it can never go in any more"
        if options.json {
            let document: JSON = [
                "version": 1, "hash": .string(hash.hex), "ok": .bool(found.isSuccessful),
                "ledger": .integer(found.ledger), "checks": [], "authorities": [], "problems": [],
            ]
            try Console.put(line: document.text())
        } else {
            for line in lines(hash) + ["result      \(words)"] { try Console.put(line: line) }
        }
        guard !found.isSuccessful else { return nil }
        return Failure(.refusedByLedger, "\(hash.hex) \(words)", hint: "find out why, and build it anew")
    }

    private func lines(_ hash: TransactionHash) -> [String] {
        ["hash        \(hash.hex)", "words       \(CheckWords.text(of: hash))"]
    }

    private func lines(_ hash: TransactionHash, _ table: CheckTable) -> [String] {
        lines(hash) + table.lines
            + (table.conclusion.map { ["result      \($0)"] } ?? [])
    }

    private func document(
        _ hash: TransactionHash, _ report: SignatureReport, _ complaints: [Complaint], _ table: CheckTable
    ) -> JSON {
        let problems = complaints.map { complaint -> JSON in
            [
                "code": complaint.code.map { .string($0) } ?? .null,
                "operation": complaint.operation.map { .integer($0) } ?? .null, "message": .string(complaint.message),
                "hint": complaint.hint.map { .string($0) } ?? .null,
            ]
        }
        return [
            "version": 1, "hash": .string(hash.hex), "ok": .bool(complaints.isEmpty),
            "checks": table.json, "authorities": report.json, "problems": .array(problems),
        ]
    }
}
