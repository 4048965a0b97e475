// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Horizon
import Journal
import OnlineShell
import Shell
import Stellar
import Submitter
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

    func run() throws {
        let network = try network.required()
        var findings = [try Readiness.check(try OnlineJournal.consulting(home))]
        let client = try horizon.client(for: network)
        findings += try Readiness.check(client, on: network, now: try clock.time())
        if json {
            try Console.put(line: Self.document(findings).text())
        } else {
            for finding in findings {
                let name = finding.name + String(repeating: " ", count: 10 - finding.name.utf8.count)
                try Console.put(line: "\(name) \(finding.isGood ? "good     " : "attention")  \(finding.text)")
            }
        }
        guard let first = findings.first(where: { !$0.isGood }) else { return }
        throw Failure(.refusedByLedger, "\(first.name) needs attention: \(first.text)")
    }

    private static func document(_ findings: [Readiness.Finding]) -> JSON {
        [
            "version": 1, "ok": .bool(findings.allSatisfy(\.isGood)),
            "findings": .array(
                findings.map {
                    ["name": .string($0.name), "state": $0.isGood ? "good" : "attention", "text": .string($0.text)]
                }),
        ]
    }
}
