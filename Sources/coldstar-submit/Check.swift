// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec
import XDR

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say whether the network would take a transaction now; sends nothing.",
        discussion: "Example: coldstar-submit check signed.xdr --network testnet")

    @Argument(help: "TX: a file, - for standard input, or the text itself.")
    var transaction: String?

    @OptionGroup var options: SubmitOptions

    func run() throws {
        let journal = try OnlineJournal.open(options.home)
        let inputs = try options.inputs(transaction.map { [$0] } ?? [], journal: journal)
        let network = try options.network(of: inputs)
        guard let input = inputs.first else { throw Failure(.usage, "no transaction is given") }
        var view = try LedgerView(try options.horizon.client(for: network), network: network)
        let report = try SignatureReport(input.envelope, on: network, in: &view)
        let complaints =
            try Preflight.complaints(of: input.envelope, in: &view, now: try options.clock.time()) + report.complaints
        let hash = input.envelope.hash(on: network)
        if options.json {
            try Console.put(line: document(hash, report, complaints).text())
        } else {
            for line in lines(hash, report, complaints) { try Console.put(line: line) }
        }
        guard let first = complaints.first else { return }
        throw Failure(
            .refusedByLedger, "the network would refuse \(hash.hex): \(Self.text(first))",
            hint: first.hint ?? (complaints.count > 1 ? "\(complaints.count - 1) more complaints are listed" : nil))
    }

    private static func text(_ complaint: Complaint) -> String {
        complaint.message + (complaint.code.map { " (\($0))" } ?? "")
    }

    private func lines(_ hash: TransactionHash, _ report: SignatureReport, _ complaints: [Complaint]) -> [String] {
        var lines = ["hash        \(hash.hex)", "words       \(CheckWords.text(of: hash))"]
        for authority in report.authorities {
            lines.append(
                "signatures  \(authority.account.address): weight \(authority.reached) of \(max(1, authority.needed)) "
                    + "(\(authority.level)) \(authority.isMet ? "ok" : "NOT ENOUGH")")
        }
        lines += complaints.map { "problem     \(Self.text($0))" }
        if complaints.isEmpty { lines.append("result      nothing speaks against sending it now") }
        return lines
    }

    private func document(_ hash: TransactionHash, _ report: SignatureReport, _ complaints: [Complaint]) -> JSON {
        let problems = complaints.map { complaint -> JSON in
            [
                "code": complaint.code.map { .string($0) } ?? .null,
                "operation": complaint.operation.map { .integer($0) } ?? .null, "message": .string(complaint.message),
                "hint": complaint.hint.map { .string($0) } ?? .null,
            ]
        }
        return [
            "version": 1, "hash": .string(hash.hex), "ok": .bool(complaints.isEmpty),
            "authorities": report.json, "problems": .array(problems),
        ]
    }
}
