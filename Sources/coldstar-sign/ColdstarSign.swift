// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Confine

@main
struct ColdstarSign: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-sign",
        abstract: "Keeps keys behind a PIN, shows what would be signed, and signs; contains no network code.",
        discussion:
            "Meant for a machine that never sees a network. Requests come in and signatures go out as files or QR codes.",
        version: Program.version,
        subcommands: [
            Keys.self, Inspect.self, Sign.self, Attach.self, Verify.self, QR.self, BookCommand.self, PolicyCommand.self,
            JournalCommand.self, BackupVault.self, RestoreVault.self, Doctor.self,
        ])

    static func main() { Program.main(Self.self, start: Confinement.start, prepare: Confinement.prepare) }
}
