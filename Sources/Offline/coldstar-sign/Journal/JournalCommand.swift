// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "What this vault has signed, and whether its keys can prove the record.",
        subcommands: [JournalShow.self, JournalVerify.self, JournalAccept.self, JournalNote.self],
        defaultSubcommand: JournalShow.self)
}
