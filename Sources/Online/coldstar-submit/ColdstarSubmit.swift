// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Submitting
import Terminal

@main
struct ColdstarSubmit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-submit",
        abstract: "Checks signed transactions and submits each exactly once.",
        discussion: """
            Pending transactions are in the journal: after a power cut or a timeout, coldstar-submit resume determines their outcome.
            """,
        version: Program.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Every day",
                subcommands: [
                    Send.self, Check.self, Signatures.self, Status.self, Resume.self, Merge.self,
                    AccountStatements.self,
                ]),
            CommandGroup(name: "Signatures apart", subcommands: [Attach.self, Authorize.self]),
            CommandGroup(
                name: "Anchors and ramps",
                subcommands: [Auth.self, ManageAnchor.self, ManageProfile.self, ManageRamp.self]),
            CommandGroup(name: "This machine", subcommands: [Watch.self, ManageJournal.self, Doctor.self]),
        ])

    static func main() {
        Program.main(
            Self.self, libraries: LinkedLibrary.online,
            prepare: { command throws(Failure) in
                try EmptyOption.check(command, except: ["--amount", "--sell-amount", "--buy-amount"])
            }, pager: ExternalPager.show,
            guidance: { () throws(Failure) in try OnlineNextStep.guide("coldstar-submit") })
    }
}
