// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Stellar
import StellarXDR
import Terminal
import Workspace

struct ManageContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "Names for accounts and contracts, which stand for them wherever an address is asked for.",
        subcommands: [AddContact.self, ListContacts.self, RemoveContact.self, ImportContacts.self, ExportContacts.self])
}

struct AddContact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Give an account or a contract a name.",
        discussion: "Example: coldstar-build contacts add exchange G... --memo id:7241")

    @Argument(help: "1 to 64 letters, digits, _, - and .; upper and lower case are the same.")
    var name: String

    @Argument(
        help: "G... or M..., C... or W...; or name*domain, which is looked up now and not again.",
        completion: Completion.accounts)
    var account: String

    @Option(help: "The memo that payments to it need: text:..., id:N, hash:HEX or return:HEX.")
    var memo: String?

    @Option(help: "A note for yourself, at most 200 bytes.")
    var note: String?

    @Flag(help: "Put it in the place of a contact of this name.")
    var replace = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        let context = OnlineContext(home: home, horizon: horizon)
        let new = NewContact(
            name: name, account: try FieldID.words("the account").value(of: account),
            memo: try FieldID.memo.optionalValue(of: memo), note: note)
        let contact = try new.contact(in: context)
        try Contacts(home).keep([contact], replacing: replace)
        if json { return try Console.result(document: contact.json) }
        let memo = contact.memo == .none ? "" : ", memo \(contact.memo.shown)"
        Console.message("\(contact.name) is \(contact.address.address)\(memo)")
    }
}

struct ListContacts: ParsableCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show all contacts.", discussion: "Example: coldstar-build contacts list --json")

    @OptionGroup var local: LocalOptions

    func run() throws {
        let contacts = try local.context.contacts()
        if local.json { return try Console.result(line: ContactList.json(contacts).text(pretty: true)) }
        guard !contacts.isEmpty else { return Console.message("no contacts") }
        try Console.result([ContactList.text(contacts)])
    }
}

struct RemoveContact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a contact.", discussion: "Example: coldstar-build contacts remove bob")

    @Argument(help: "The contact's name.", completion: Completion.accounts)
    var name: String

    @OptionGroup var local: LocalOptions

    func run() throws {
        try Contacts(local.home).remove(named: name)
        try local.tell(["removed": .string(name)], "\(TerminalText.escape(name)) is no longer a contact")
    }
}

struct ImportContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take contacts from a file, all of them or none.",
        discussion: """
            The file is what export writes, or a table with the columns name,account,memo_type,memo,note of which the first two
            have to be there, or the codes of such a list; or what a signing device shows of its accounts (coldstar-sign key show NAME --qr, a Keystone, a
            LumenSigner), as coldstar-scan reads it. Of a key of another chain the address is taken, for coldstar-submit ramp.
            Examples: coldstar-build contacts import suppliers.csv
            coldstar-scan photo.jpg | coldstar-build contacts import -
            """)

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String

    @Option(help: "What to call a signing device's account; several get numbers behind it.")
    var name: String?

    @Flag(help: "Put them in the place of contacts of the same names.")
    var replace = false

    @OptionGroup var local: LocalOptions

    func run() throws {
        let (given, origin) = try InputFile.read(file, limit: ContactList.fileLimit)
        let list = try ImportedList(given, name: name, origin: origin)
        try Contacts.take(list, replacing: replace, into: local.home)
        try local.tell(list.document, list.text)
    }
}

struct ExportContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all contacts to a file.",
        discussion: """
            Examples: coldstar-build contacts export --format csv --out contacts.csv
            coldstar-build contacts export --out contacts.json --qr
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case json, csv, ur
    }

    @Option(help: "json (default), csv, or ur: the JSON as the text of QR codes.")
    var format: Format = .json

    @Flag(help: "The same as --format json.")
    var json = false

    @OptionGroup var qr: QROptions

    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard !json || format == .json else {
            throw Failure(.usage, "--json and --format \(format.rawValue) exclude each other")
        }
        try output.checkFree()
        try qr.checkFree(beside: output)
        let contacts = try Contacts.all(home)
        let list = Array(ContactList.json(contacts).text().utf8)
        switch format {
        case .json: try output.deliver(ContactList.json(contacts).text(pretty: true))
        case .csv: try output.deliver(ContactList.table(contacts))
        case .ur: try output.deliver(ListResource.ur(of: list).lines.joined(separator: "\n"))
        }
        try qr.show(list: list, name: "contacts", force: output.force)
    }
}
