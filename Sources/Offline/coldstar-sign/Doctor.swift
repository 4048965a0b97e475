// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Signing
import Terminal

struct Doctor: ConfinedCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Try what this program has given up, and look at the machine and the vault.",
        discussion: """
            Example: coldstar-sign doctor
            The only command that makes network calls: to show that they are denied. Exit 77 when a measure does not hold
            or something wants your attention.
            """)

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess {
        get throws(Failure) {
            MachineReport.folders.reduce(AllowedAccess(MachineReport.preloadFile, .file)) {
                $0 + AllowedAccess($1, .folder)
            }
                + (try home.toKeep)
        }
    }

    func run() throws {
        // Runs first, while no file is open.
        let checks = Examination.run()
        let report = MachineReport(
            home: try home.folder(), vault: try home.vault(), now: try clock.time(), machine: KernelClock()
        ).examination(with: checks)
        if json {
            try Console.result(line: report.document(in: CommandStyle.current).text(pretty: true))
        } else {
            try Console.result(report.text)
        }
        if let failure = report.failure { throw failure }
    }
}
