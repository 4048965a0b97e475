// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Shell
import Signing
import TextCodec

struct Doctor: ConfinedCommand {
    static let configuration = CommandConfiguration(
        abstract: "Try what this program has given up, and look at the machine and the vault.",
        discussion: """
            Example: coldstar-sign doctor
            The only command that makes network calls: to show that they are denied. Exit 77 when a measure does not hold
            or something wants your attention.
            """)

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    var reach: Reach {
        get throws(Failure) {
            MachineReport.folders.reduce(Reach(MachineReport.preloadFile, .file)) { $0 + Reach($1, .folder) }
                + (try home.toKeep)
        }
    }

    func run() throws {
        // Runs first, while no file is open.
        let checks = Examination.run()
        let surroundings = MachineReport(
            home: try home.folder(), vault: try home.vault(), now: try clock.time(), machine: KernelClock()
        ).all()
        if json {
            try Console.put(line: document(checks, surroundings).text(pretty: true))
        } else {
            try print(checks, surroundings)
        }
        let wrong =
            checks.filter { $0.state == .broken }.map(\.measure.words)
            + surroundings.filter { $0.state == .attention }.map(\.name)
        guard wrong.isEmpty else {
            throw Failure(
                .refused, "not as it should be: " + wrong.joined(separator: ", "),
                hint: "docs/THREAT-MODEL.md says what each of these is good for")
        }
    }

    private func print(_ checks: [Check], _ surroundings: [MachineCheck]) throws(Failure) {
        try Console.put(line: "what this program has given up")
        for check in checks { try line(check.measure.words, check.state.rawValue, check.detail) }
        try Console.put(line: "")
        try Console.put(line: "what is around it")
        for one in surroundings { try line(one.name, one.state.rawValue, one.detail) }
    }

    private func line(_ name: String, _ state: String, _ detail: String) throws(Failure) {
        try Console.put(line: "  \(padded(name, 33)) \(padded(state, 9))  \(detail)")
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }

    private func document(_ checks: [Check], _ surroundings: [MachineCheck]) -> JSON {
        [
            "version": 1,
            "measures": .array(
                checks.map {
                    [
                        "name": .string($0.measure.rawValue), "state": .string($0.state.rawValue),
                        "detail": .string($0.detail),
                    ]
                }),
            "surroundings": .array(
                surroundings.map {
                    ["name": .string($0.name), "state": .string($0.state.rawValue), "detail": .string($0.detail)]
                }),
            "interfaces": NetworkInterface.all().map {
                .array($0.map { ["name": .string($0.name), "up": .bool($0.isUp)] })
            }
                ?? .null,
        ]
    }
}
