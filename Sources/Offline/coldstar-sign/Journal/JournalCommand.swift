// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Signing
import Terminal
import Vault

struct JournalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "What this vault has signed, and whether its keys can prove the record.",
        subcommands: [JournalShow.self, JournalVerify.self, JournalAccept.self, JournalNote.self],
        defaultSubcommand: JournalShow.self)
}

struct JournalShow: ConfinedCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "What this machine has signed; the chain of entries is checked on the way.",
        discussion: "Example: coldstar-sign journal")

    @Flag(help: "Print one JSON document for each entry, one a line.")
    var json = false

    @OptionGroup var home: HomeOptions

    // Readers take the lock too, and may have to create its file.
    var reach: Reach { get throws(Failure) { try home.toKeep } }

    func run() throws {
        let journal = try JournalListing(folder: try home.vault())
        for note in journal.notes { Console.say(Wording(note)) }
        try journal.visit(isJSON: json) { line throws(Failure) in try Console.put(line: line) }
    }
}

struct JournalVerify: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the journal line by line, and against every key's seal; with a PIN, prove that seal too.",
        discussion: """
            Examples: coldstar-sign journal verify
            coldstar-sign journal verify --key savings
            A line that no key of this vault has written ends it with exit 77. A whole vault that was put back to an earlier state
            looks right: compare number and digest with what you noted.
            """)

    @Option(help: "A key whose PIN proves that its seal is its own.", completion: Completion.keys)
    var key: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let verification = try JournalVerification.run(in: try home.keyVault(), provenBy: key, pin: pin)
        if json { return try Console.put(line: verification.document.text(pretty: true)) }
        for line in verification.lines { try Console.put(line: line.commandText) }
    }
}
