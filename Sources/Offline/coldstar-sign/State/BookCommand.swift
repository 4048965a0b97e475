// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Stellar
import TextCodec
import Vault

struct BookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "book",
        abstract: "The signer's own records: contacts, co-signed accounts, domains' keys, assets.",
        discussion: """
            Anybody can read the book; it is signed by a key that the owner's PIN gives, and every key keeps in its seal which
            version it saw last. Changes are shown, asked about, and need the PIN.
            """,
        subcommands: [
            BookShow.self, BookContacts.self, BookAccounts.self, BookDomains.self, BookAssets.self, BookImport.self,
            BookExport.self, BookAccept.self,
        ], defaultSubcommand: BookShow.self)
}

struct BookShow: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The whole book, and whose it is.",
        discussion: "Example: coldstar-sign book show")

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    var reach: Reach { get throws(Failure) { try home.toRead } }

    func run() throws {
        let around = try Surroundings(home)
        if json {
            var document = around.book.json.asObject ?? JSONObject([])
            document["list"] = around.state.book.map { .object($0.document) } ?? .null
            return try Console.put(document: .object(document))
        }
        guard let list = around.state.book else { return Console.say("the book is empty") }
        Console.say(
            "book number \(list.counter) of \(list.time.utc), by key \(list.owner.text), list key \(Hex.encode(list.listKey))"
        )
        try Console.put(Array(BookText.of(around.book, on: .output).utf8))
    }
}

struct BookExport: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "The whole book as a signed list, for another vault.",
        discussion: """
            Examples: coldstar-sign book export --out book.signed
            coldstar-sign book export --out book.signed --qr
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case list, ur
    }

    @Option(help: "list (default), or ur: the same as the text of QR codes.")
    var format: Format = .list

    @OptionGroup var qr: QROptions
    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    var reach: Reach { get throws(Failure) { output.reach + qr.reach + (try home.toRead) } }

    func run() throws {
        try output.checkFree()
        try qr.checkFree(beside: output)
        guard let list = try Surroundings(home).state.book else { throw Failure(.noInput, "the book is empty") }
        switch format {
        case .list: try output.deliver(String(decoding: list.bytes.dropLast(), as: UTF8.self))
        case .ur: try output.deliver(ListResource.ur(of: list.bytes).lines.joined(separator: "\n"))
        }
        Console.say("signed with key \(list.owner.text), list key \(Hex.encode(list.listKey))")
        try qr.show(list: list.bytes, name: "book", force: output.force)
    }
}

struct BookImport: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take entries from a signed list.",
        discussion: """
            Example: coldstar-sign book import book.signed
            coldstar-scan photo.jpg | coldstar-sign book import -
            Entries of the same name or account are replaced; the others stay. Compare the list key with what the other vault
            shows: coldstar-sign book show.
            """)

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String

    @OptionGroup var editor: ListEditor

    var reach: Reach { get throws(Failure) { Reach(file, .file) + (try editor.reach) } }

    func run() throws {
        let file = try BookFile(file)
        let other = file.book
        try editor.changeBook(from: file.origin) { book throws(Failure) in
            book.adding(contacts: other.contacts).adding(accounts: other.accounts).adding(domains: other.domains)
                .adding(assets: other.assets)
        }
    }
}

struct BookAccept: ConfinedCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Let a key believe a book that another key signs from now on.",
        discussion: """
            Example: coldstar-sign book accept --key savings
            Needed when the book has got another owner than the one that this key knew, and only then: somebody who has put
            a book of their own in the place of yours wants you to do this. It also gives a new seal to a key that has none.
            """)

    @Option(help: "The key that is to believe the book (default: the only one).", completion: Completion.keys)
    var key: String?

    @Flag(help: "Print the outcome as a JSON document.")
    var json = false

    @OptionGroup var pin: PINInput
    @OptionGroup var home: HomeOptions

    var reach: Reach { get throws(Failure) { pin.reach + (try home.toKeep) } }

    func run() throws {
        let around = try Surroundings(home)
        let folder = Vault(folder: around.state.folder)
        let name = try KeyChoice.names(key.map { [$0] } ?? [], in: folder) { () throws(Failure) in [] }[0]
        let list = around.state.book ?? around.state.policy
        let isUnsealed = around.state.isUnsealed(name)
        guard list != nil || isUnsealed else { throw Failure(.noInput, "there is neither book nor policy") }
        let vault = Vault(folder: around.state.folder)
        do {
            let info = try vault.info(name)
            if isUnsealed { try begin(info, around) }
            if let list { try believe(list, around) }
            let opened = try pin.unlock(name, in: vault)
            let lock = try VaultLock(folder: vault.folder)
            let state = try around.state.refreshed(holding: lock)
            try state.checkLists(areThoseOf: around.state)
            if !isUnsealed { try state.check(name) }
            for other in [state.book, state.policy] where other.map({ $0.listKey != list?.listKey }) == true {
                guard other?.listKey == opened.listKey else {
                    throw Failure(
                        .refused, "the book and the policy have different owners, and a key can trust only one of them",
                        hint: "take away the one that you did not write")
                }
            }
            try state.reseal(opened.record, holding: lock, believing: list?.listKey)
        } catch {
            throw Failure(any: error)
        }
        if isUnsealed { Console.say("key \(name.text) has a new seal") }
        if let list { Console.say("key \(name.text) believes the book of key \(list.owner.text)") }
        guard json else { return }
        try Console.put(
            document: [
                "name": .string(name.text), "new_seal": .bool(isUnsealed),
                "list": list.map { .object($0.document) } ?? .null,
            ])
    }

    private func believe(_ list: SignedList, _ around: Surroundings) throws(Failure) {
        var shown = BookText.of(around.book, on: .error)
        if let policy = around.policy { shown += "\n" + policy.json.text(pretty: true) }
        let value = Hex.encode(list.listKey.suffix(3))
        try agree(
            "to believe this, signed with key \(list.owner.text), type the end of its list key, \(value): ", to: value,
            showing: shown)
    }

    /// Confirms a new seal: the key accepts the current state, and cannot detect what was removed before.
    private func begin(_ key: KeyInfo, _ around: Surroundings) throws(Failure) {
        let state = around.state
        let shown = """
            Key \(key.name.text) has no seal: nothing tells what it has seen. That is so in a vault from before there were seals;
            in any other somebody took it away, and with it perhaps a policy, a book, or what was signed.
            Here are \(state.policy == nil ? "no policy" : "a policy"), \(state.book == nil ? "no book" : "a book") and a journal of \(state.history.entries) entries.
            """
        let value = String(key.publicKey.address.suffix(6))
        try agree("to start a new seal from this, type the end of its account, \(value): ", to: value, showing: shown)
    }

    private func agree(_ question: String, to value: String, showing text: String) throws(Failure) {
        try Pager.show(text, above: [question])
        guard try Question.ask(question) == value else { throw Failure(.refused, "nothing was changed") }
    }
}
