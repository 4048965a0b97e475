// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct ManageJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Back up, check, export and shorten the journal.",
        discussion: "It knows what was sent: back it up like anything that cannot be made again.",
        subcommands: [BackUpJournal.self, VerifyJournal.self, ExportJournal.self, ArchiveJournal.self])
}
