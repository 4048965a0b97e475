// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Signing
import Stellar
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
    var reach: AllowedAccess { get throws(Failure) { try home.toKeep } }

    func run() throws {
        let journal = try JournalListing(folder: try home.vault())
        for note in journal.notes { Console.message(Wording(note)) }
        try journal.visit(isJSON: json) { line throws(Failure) in
            if json { try Console.result(line: line) } else { try Console.result(compared: Wording(line)) }
        }
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

    var reach: AllowedAccess { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let verification = try JournalVerification.run(in: try home.keyVault(), provenBy: key, pin: pin)
        if json { return try Console.result(line: verification.document.text(pretty: true)) }
        for line in verification.lines { try Console.result(compared: line) }
    }
}

struct JournalAccept: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Review journal lines that a key cannot prove, and accept them.",
        discussion: """
            Example: coldstar-sign journal accept --key savings
            Lines of another key of this vault prove what they say once you accept that key. Lines that no key of this vault has
            written stay in the journal and can add findings, but never remove one. Both are asked about at the terminal, before
            the PIN.
            """)

    @Option(help: "The key that cannot prove the lines (default: the only one).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let outcome = try JournalAcceptanceJob.run(
            by: key, in: try home.keyVault(), at: SigningTerminal(), pin: pin)
        for line in outcome.lines { Console.message(Wording(line)) }
        if json { try Console.result(document: outcome.document) }
    }
}

struct JournalNote: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Write down that co-signers have used a sequence number of a shared account.",
        discussion: """
            Example: coldstar-sign journal note signed.xdr --key carol
            For a transaction that other signers signed without this vault: it must bear the valid signature of a signer whom the
            book has for its source account. The next number is then expected after it (W-SEQJUMP). Signs nothing.
            """)

    @OptionGroup var argument: TransactionArgument

    @Option(help: "The key to use (default: the only one).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Agree to the review without being asked.")
    var yes = false

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var network: NetworkOptions
    @OptionGroup var clock: NowOption
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess {
        get throws(Failure) { argument.reach + pin.reach + (try home.toKeep) + .clock }
    }

    func run() throws {
        let used = try UsedSequence.run(
            of: argument.input, networks: network.choice, notedBy: key, in: try home.keyVault(), at: clock.given,
            machine: KernelClock(), isAgreed: yes, frontEnd: SigningTerminal(), pin: pin)
        Console.message("number \(used.sequence) of \(used.source.address) is recorded as used")
        if json { try Console.result(document: used.document) }
    }
}
