// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Journal
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import Submitter
import TextCodec
import XDR

struct Check: ParsableCommand {
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
        let journal = try OnlineJournal.open(options.home)
        let request = try options.requested()
        var batch = try options.batch(transactions, request: request, journal: journal)
        let inputs = try batch.inputs()
        let network = try inputs.network(options.network.choice)
        let unions = try SignatureUnion.grouped(inputs, on: network)
        let view = try options.horizon.ledger(of: network)
        let check = try SubmissionCheck(unions, on: network, in: view, now: try options.clock.time())
        Console.warn(unrecorded: journal.record(signaturesOf: check.transactions.map(\.envelope), on: network))
        var failure: Failure?
        for (index, transaction) in check.transactions.enumerated() {
            switch try check.result(at: index, request: request, in: journal) {
            case .settled(let settled):
                try put(transaction.hash, settled)
                failure = failure ?? settled.failure(of: transaction.hash)
            case .checked(let report):
                try put(report)
                failure = failure ?? report.failure
            }
        }
        if let failure { throw failure }
    }

    private func put(_ hash: TransactionHash, _ settled: SettledOutcome) throws(Failure) {
        guard options.json else {
            for line in lines(hash) + ["result      \(settled.text)"] { try Console.put(line: line) }
            return
        }
        let problem: JSON = ["code": .null, "operation": .null, "message": .string(settled.text), "hint": .null]
        let document: JSON = [
            "version": 1, "hash": .string(hash.hex), "ok": .bool(settled.failure(of: hash) == nil),
            "ledger": settled.ledger.map { .integer($0) } ?? .null, "checks": [], "authorities": [],
            "problems": settled.ledger == nil ? [problem] : [],
        ]
        try Console.put(line: document.text())
    }

    private func put(_ report: CheckReport) throws(Failure) {
        guard !options.json else { return try Console.put(line: document(report).text()) }
        let conclusion = report.conclusion.map { ["result      \($0)"] } ?? []
        for line in lines(report.hash) + report.rows.map(\.line) + conclusion { try Console.put(line: line) }
    }

    private func lines(_ hash: TransactionHash) -> [String] {
        ["hash        \(hash.hex)", "words       \(CheckWords.text(of: hash))"]
    }

    private func document(_ report: CheckReport) -> JSON {
        let problems = report.complaints.map { complaint -> JSON in
            [
                "code": complaint.code.map { .string($0.rawValue) } ?? .null,
                "operation": complaint.operation.map { .integer($0) } ?? .null, "message": .string(complaint.message),
                "hint": complaint.hint.map { .string($0) } ?? .null,
            ]
        }
        return [
            "version": 1, "hash": .string(report.hash.hex), "ok": .bool(report.complaints.isEmpty),
            "checks": .array(report.rows.map(\.json)), "authorities": report.signatures.json,
            "problems": .array(problems),
        ]
    }
}

extension CheckRow {
    fileprivate var line: String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        let label =
            switch state {
            case .ok: "ok"
            case .note: "note"
            case .warning: "WARNING"
            case .problem: "PROBLEM"
            case .notChecked: "-"
            }
        return padded(subject.rawValue, 12) + padded(label, 9) + text
    }

    fileprivate var json: JSON {
        let name = state == .notChecked ? "not_checked" : "\(state)"
        return ["check": .string(subject.rawValue), "state": .string(name), "text": .string(text)]
    }
}
