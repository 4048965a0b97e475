// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport

@main
struct ColdstarBuild: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coldstar-build",
        abstract: "Builds unsigned transactions on a networked machine, to be signed on one that is not.",
        discussion: """
            A signing request goes to standard output or --out FILE; carry it to the machine with the key, and there run
            coldstar-sign. Every request is kept in the journal, so that the signer's answer alone is enough to submit.
            """,
        version: Program.version,
        subcommands: [
            Payment.self, CreateAccount.self, PathPayment.self, Trust.self, Lookup.self, Fund.self, Message.self,
            Convert.self,
        ])

    static func main() { Program.main(Self.self) }
}
