// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CurlHTTP
import Faults
import Horizon
import Journal
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
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
        let request = try options.asked()
        var pile = try options.pile(transactions, request: request, journal: journal)
        let inputs = try pile.inputs()
        let network = try options.network(of: inputs)
        let unions = try SignatureUnion.grouped(inputs, on: network)
        let view = try options.horizon.ledger(of: network)
        let now = try options.clock.time()
        var preflight = try Preflight(view, now: now, .sending)
        var failure: Failure?
        let judged = try judged(unions, on: network, in: &preflight)
        journal.note(signaturesOf: try unions.map { try $0.envelope() }, on: network)
        for union in unions {
            let envelope = try union.envelope()
            let hash = union.hash
            guard let (report, complaints, unchecked) = judged[hash] else { continue }
            if let found = try settled(envelope, complaints, network, view) {
                let failed = try tell(hash, found)
                failure = failure ?? failed
                continue
            }
            let standing = try RequestStanding(envelope, on: network, request: request, journal)
            let table = CheckTable(
                envelope, on: network, standing, report, complaints,
                unchecked: unchecked, now: now)
            if options.json {
                try Console.put(line: document(hash, report, complaints, table).text())
            } else {
                for line in lines(hash, table) { try Console.put(line: line) }
            }
            if failure == nil, let first = complaints.first {
                let more = complaints.count - 1
                failure = Failure(
                    .refusedByLedger, "the network would reject \(hash.hex): \(first.text)",
                    hint: first.hint ?? (more > 0 ? "see the \(more) other problems listed" : nil))
            }
        }
        if let failure { throw failure }
    }

    private typealias Judgement = (
        report: SignatureReport, complaints: [Complaint], unchecked: [(operation: Int, what: String)]
    )

    /// Checks each transaction against the state that the ones before it leave.
    ///
    /// Transactions of one account are checked in the order of their sequence numbers, in which `send` submits them.
    /// Signatures are checked only against changes by the same account, because transactions of other accounts are
    /// submitted at the same time.
    private func judged(
        _ unions: [SignatureUnion], on network: Network, in preflight: inout Preflight<LedgerView>
    ) throws -> [TransactionHash: Judgement] {
        var envelopes = try unions.map { (hash: $0.hash, envelope: try $0.envelope()) }
        let places = Dictionary(grouping: envelopes.indices) { envelopes[$0].envelope.innermost.sourceAccount.account }
        for own in places.values {
            let sorted = own.map { envelopes[$0] }.sorted {
                $0.envelope.innermost.seqNum < $1.envelope.innermost.seqNum
            }
            for (place, item) in zip(own, sorted) { envelopes[place] = item }
        }
        var forecasts: [AccountID: SignerForecast] = [:]
        var judged: [TransactionHash: Judgement] = [:]
        for (hash, envelope) in envelopes {
            let source = envelope.innermost.sourceAccount.account
            var forecast = forecasts[source] ?? SignerForecast()
            let report = try SignatureReport(envelope, on: network, in: &preflight, after: forecast)
            let complaints = try preflight.complaints(about: envelope) + report.complaints
            judged[hash] = (report, complaints, preflight.unchecked)
            try forecast.apply(envelope, on: network, in: &preflight)
            forecasts[source] = forecast
        }
        return judged
    }

    /// The outcome of a transaction according to the servers.
    private enum Finding {
        case included(ledger: Int64)
        case failed(ledger: Int64)
        /// One server reports a failure and another does not confirm it; the text says so.
        case doubtful(String)
    }

    /// The outcome, if it was applied. It is looked up only if its sequence number is used.
    ///
    /// One server's word is enough for success. All servers must report a failure, because a wrong report may lead to a
    /// second payment.
    private func settled(
        _ envelope: TransactionEnvelope, _ complaints: [Complaint], _ network: Network, _ view: LedgerView
    ) throws(Failure) -> Finding? {
        guard complaints.contains(where: { $0.code == "tx_bad_seq" || $0.code == "tx_no_source_account" }) else {
            return nil
        }
        let hashes = [envelope.hash(on: network), envelope.innerHash(on: network)].compactMap(\.self)
        var failed: [(server: String, ledger: Int64)] = []
        var others: [String] = []
        var absences: [HorizonError] = []
        for base in view.client.bases {
            do throws(HorizonError) {
                guard let found = try Self.sighting(of: hashes, view.client.only(base)) else {
                    others.append("\(base.authority) does not have it")
                    continue
                }
                guard found.isSuccessful else {
                    failed.append((base.authority, found.ledger))
                    continue
                }
                guard let bad = failed.first else { return .included(ledger: found.ledger) }
                return .doubtful(
                    "\(bad.server) says that it failed in ledger \(bad.ledger), \(base.authority) that it was applied in ledger "
                        + "\(found.ledger)")
            } catch {
                others.append("\(base.authority) did not answer")
                absences.append(error)
            }
        }
        if absences.count == view.client.bases.count { throw Failure(absences[0]) }
        guard let bad = failed.first else { return nil }
        guard let other = others.first else { return .failed(ledger: bad.ledger) }
        return .doubtful("\(bad.server) says that it failed in ledger \(bad.ledger), and \(other)")
    }

    private static func sighting(
        of hashes: [TransactionHash], _ client: HorizonClient
    ) throws(HorizonError) -> InclusionRecord? {
        for hash in hashes { if let found = try client.transaction(hash) { return found } }
        return nil
    }

    /// Prints the outcome.
    ///
    /// - Returns: a failure unless the transaction was applied successfully.
    private func tell(_ hash: TransactionHash, _ found: Finding) throws(Failure) -> Failure? {
        let words: String
        let place: Int64?
        let failure: Failure?
        switch found {
        case .included(let ledger):
            (words, place, failure) = ("was already applied in ledger \(ledger); nothing to do", ledger, nil)
        case .failed(let ledger):
            (words, place) = ("failed in ledger \(ledger), fee paid: it can no longer be applied", ledger)
            failure = Failure(.refusedByLedger, "\(hash.hex) \(words)", hint: "find out why, then rebuild it")
        case .doubtful(let contradiction):
            (words, place) = ("is unknown: \(contradiction)", nil)
            failure = Failure(
                .unknownYet, "\(hash.hex): the outcome \(words)",
                hint: "run coldstar-submit send: it asks all servers and determines the outcome")
        }
        if options.json {
            let problem: JSON = ["code": .null, "operation": .null, "message": .string(words), "hint": .null]
            let document: JSON = [
                "version": 1, "hash": .string(hash.hex), "ok": .bool(failure == nil),
                "ledger": place.map { .integer($0) } ?? .null, "checks": [], "authorities": [],
                "problems": place == nil ? [problem] : [],
            ]
            try Console.put(line: document.text())
        } else {
            for line in lines(hash) + ["result      \(words)"] { try Console.put(line: line) }
        }
        return failure
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
