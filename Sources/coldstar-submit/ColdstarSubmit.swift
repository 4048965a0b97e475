// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport

@main
struct ColdstarSubmit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-submit",
        abstract: "Checks signed transactions and brings them into the ledger, each exactly once.",
        discussion: """
            What is under way is in the journal: after a power cut or a time-out, coldstar-submit resume finds out what became of it.
            """,
        version: Program.version,
        subcommands: [
            Send.self, Check.self, Signatures.self, Merge.self, Attach.self, Status.self, Resume.self, Watch.self,
            ManageJournal.self,
            Auth.self,
            ManageAnchor.self,
            ManageProfile.self,
            Doctor.self,
        ])

    static func main() { Program.main(Self.self) }
}
