// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Review
import Signing
import Stellar
import Terminal
import Vault

struct BookCommand: ParsableCommand, BookPart {
    static let configuration = CommandConfiguration(
        commandName: "book",
        abstract: "The signer's own records: contacts, co-signed accounts, domains' keys, assets, contracts.",
        discussion: """
            Anyone can read the book; it is signed by a key that the owner's PIN gives, and every key keeps in its seal which
            version it saw last. Changes are shown, asked about, and need the PIN.
            """,
        subcommands: [
            BookShow.self, BookContacts.self, BookAccounts.self, BookDomains.self, BookAssets.self, BookContracts.self,
            BookImport<Self>.self,
            BookExport.self, BookAccept.self,
        ], defaultSubcommand: BookShow.self)

    static let sections = BookSection.allCases
    static let importing = CommandConfiguration(
        commandName: "import", abstract: "Take entries from a signed list.",
        discussion: """
            Example: coldstar-sign book import book.signed
            coldstar-scan photo.jpg | coldstar-sign book import -
            Entries of the same name or account are replaced; the others stay. Compare the list key with what the other vault
            shows: coldstar-sign book show.
            """)
}

struct BookShow: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The whole book, and whose it is.",
        discussion: "Example: coldstar-sign book show")

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess { get throws(Failure) { try home.toRead } }

    func run() throws {
        let context = try VaultContext(home)
        if json { return try Console.result(document: context.bookDocument) }
        guard let list = context.state.book else { return Console.message("the book is empty") }
        Console.message(
            "book number \(list.counter) of \(list.time.utc), by key \(list.owner.text), list key \(Hex.encode(list.listKey))"
        )
        try Console.result(Array(BookText.of(context.book, on: .output).utf8))
    }
}

struct BookExport: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "The whole book as a signed list, for another vault.",
        discussion: """
            Examples: coldstar-sign book export --out book.signed
            coldstar-sign book export --out book.signed --qr
            """)

    @Option(help: "list (default), or ur: the same as the text of QR codes.")
    var format: SignedList.Format = .list

    @OptionGroup var qr: QROptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    var reach: AllowedAccess { get throws(Failure) { output.reach + qr.reach + (try home.toRead) } }

    func run() throws {
        try output.checkFree()
        try qr.checkFree(beside: output)
        guard let list = try VaultContext(home).state.book else { throw Failure(.noInput, "the book is empty") }
        try output.deliver(list.text(format))
        Console.message("signed with key \(list.owner.text), list key \(Hex.encode(list.listKey))")
        try qr.show(list: list.bytes, name: "book", force: output.force)
    }
}

struct BookAccept: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Let a key believe a book that another key signs from now on.",
        discussion: """
            Example: coldstar-sign book accept --key savings
            Needed when the book has got another owner than the one that this key knew, and only then: someone who has put
            a book of their own in the place of yours wants you to do this. It also gives a new seal to a key that has none.
            """)

    @Option(help: "The key that accepts the book (default: the only one).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: AllowedAccess { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let acceptance = try BookAcceptance.run(by: key, in: try home.keyVault(), at: SigningTerminal(), pin: pin)
        for line in acceptance.lines { Console.message(Wording(line)) }
        if json { try Console.result(document: acceptance.document) }
    }
}

extension SignedList.Format: ExpressibleByArgument {}
