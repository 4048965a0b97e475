// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CurlHTTP
import Faults
import Horizon
import Journal
import OnlineShell
import Shell
import Stellar
import TextCodec

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that this machine, its journal and the Horizon server are ready to submit.",
        discussion: """
            Example: coldstar-submit doctor --network testnet
            Exit codes: 0 all is well; 1 something needs attention; 65 the server is of another network; 69 no server answers.
            """)

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var network: NetworkOptions
    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var clock: NowOption

    /// A ledger closes about every 6 seconds; an older one means that the server or the network has stopped.
    private static let oldestLedger: Int64 = 60
    /// In seconds. Expiry is decided by the ledger's clock, but chosen by this machine's.
    private static let greatestClockDifference: Int64 = 30

    /// The result of one check.
    private struct Finding {
        let name: String
        let isGood: Bool
        let text: String
    }

    func run() throws {
        let network = try network.required()
        var findings = try journalFindings()
        let client = try horizon.client(for: network)
        let now = try clock.time()
        var absences: [HorizonError] = []
        for base in client.bases {
            do {
                let only = client.only(base)
                let root = try only.root(of: network)
                let ledger = try only.latestLedger()
                findings.append(Finding(name: "server", isGood: true, text: base.text))
                findings.append(
                    Finding(name: "network", isGood: true, text: TerminalText.escape(root.network.passphrase)))
                findings += Self.ledgerFindings(root, ledger, now: now)
            } catch {
                // One of several servers may be unreachable; a server of another network is an error.
                guard error.isAbsence else { throw Failure(error) }
                absences.append(error)
                if absences.count == client.bases.count { throw Failure(absences[0]) }
                findings.append(Finding(name: "server", isGood: false, text: "\(base.text): \(error.message)"))
            }
        }
        if json {
            try Console.put(line: Self.document(findings).text())
        } else {
            for finding in findings {
                let name = finding.name + String(repeating: " ", count: 10 - finding.name.utf8.count)
                try Console.put(line: "\(name) \(finding.isGood ? "good     " : "attention")  \(finding.text)")
            }
        }
        let bad = findings.filter { !$0.isGood }
        guard let first = bad.first else { return }
        throw Failure(.refusedByLedger, "\(first.name) needs attention: \(first.text)")
    }

    private func journalFindings() throws(Failure) -> [Finding] {
        guard let journal = try OnlineJournal.consulting(home) else {
            return [Finding(name: "journal", isGood: true, text: "no journal yet")]
        }
        let open: [OpenSubmission]
        do { open = try journal.open() } catch { throw Failure(error) }
        return [
            Finding(
                name: "journal", isGood: open.isEmpty,
                text: open.isEmpty
                    ? "readable, nothing pending"
                    : "\(open.count) \(open.count == 1 ? "transaction has" : "transactions have") an unknown outcome: run coldstar-submit resume"
            )
        ]
    }

    private static func ledgerFindings(_ root: HorizonRoot, _ ledger: LedgerRecord, now: Timestamp) -> [Finding] {
        let ahead = Int64(clamping: ledger.closedAt.seconds) - Int64(clamping: now.seconds)
        let behind = root.coreLatestLedger - ledger.sequence
        // From one machine it cannot be determined whether the clock or the ledger is wrong.
        let age = -ahead
        return [
            Finding(
                name: "ledger", isGood: age <= oldestLedger,
                text: "number \(ledger.sequence), closed at \(ledger.closedAt.utc)"
                    + (age > oldestLedger ? ", \(age) seconds ago: the server is stale, or this clock is fast" : "")),
            Finding(
                name: "history", isGood: behind <= 10,
                text: behind <= 0 ? "up to date" : "\(behind) ledgers behind its core"),
            Finding(
                name: "clock", isGood: ahead <= greatestClockDifference,
                text: now.utc
                    + (ahead > greatestClockDifference
                        ? ", \(ahead) seconds behind the ledger's: transactions expire early" : "")),
            Finding(name: "protocol", isGood: true, text: "\(ledger.protocolVersion)"),
        ]
    }

    private static func document(_ findings: [Finding]) -> JSON {
        [
            "version": 1, "ok": .bool(findings.allSatisfy(\.isGood)),
            "findings": .array(
                findings.map {
                    ["name": .string($0.name), "state": $0.isGood ? "good" : "attention", "text": .string($0.text)]
                }),
        ]
    }
}
