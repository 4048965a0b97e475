// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "What this machine has signed, and whether the record is whole.",
        subcommands: [JournalShow.self, JournalVerify.self], defaultSubcommand: JournalShow.self)
}
