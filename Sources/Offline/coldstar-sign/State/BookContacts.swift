// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Stellar
import StellarXDR
import TextCodec
import Vault
import XDR

struct BookContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: "Whom payments go to, and with which memo.",
        subcommands: [Add.self, List.self, Remove.self, Import.self, BookExport.self])

    struct Add: ConfinedCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep somebody whom payments go to.",
            discussion: """
                Examples: coldstar-sign book contacts add exchange G... --memo id:12345
                coldstar-sign book contacts add shop G... --memo-required --memo-kind text
                An M... address keeps its id too; payments to another id of the same account are held back then.
                """)

        @Argument(help: "The name.")
        var name: String
        @Argument(help: "The account, G... or M...")
        var account: String
        @Option(help: "The memo that every payment has to carry: text:..., id:..., hash:HEX or return:HEX.")
        var memo: String?
        @Flag(help: "Every payment has to carry some memo.")
        var memoRequired = false
        @Option(help: "Of this kind: text, id, hash or return; may be given more than once.")
        var memoKind: [String] = []
        @Flag(help: "Put it in the place of the contact of this name.")
        var replace = false
        @OptionGroup var editor: ListEditor

        var reach: Reach { get throws(Failure) { try editor.reach } }

        func run() throws {
            let contact = try contact()
            try editor.changeBook { book throws(Failure) in
                let same = book.contacts.filter { ContactName.areSame($0.name, name) }
                if !replace, let known = same.first(where: { $0 != contact }) {
                    let words =
                        known.name == name
                        ? "the book has another contact of the name \(name)"
                        : "the book has the contact \(known.name), and names that differ only in case are one name"
                    throw Failure(
                        .cannotCreate, words,
                        hint:
                            "--replace puts the new one in its place; nothing of the old one stays, neither memo nor ids"
                    )
                }
                return book.adding(contacts: [contact])
            }
        }

        private func contact() throws(Failure) -> Contact {
            try Keys.check(name, "the name of the contact")
            guard ContactName.isOne(name) else {
                throw Failure(
                    .badInput, "\(TerminalText.escape(name)) is not a contact name: a name has \(ContactName.rule)")
            }
            let account = try Arguments.account(account, "ACCOUNT")
            let kinds = Set(memoKind)
            guard kinds.isSubset(of: Contact.MemoRule.kinds) else {
                throw Failure(.usage, "--memo-kind: text, id, hash or return")
            }
            guard memo == nil || !memoRequired && kinds.isEmpty else {
                throw Failure(.usage, "--memo pins the whole memo: --memo-required and --memo-kind say nothing more")
            }
            var rule: Contact.MemoRule?
            if let memo { rule = .pinned(try Arguments.memo(memo)) }
            if memoRequired || !kinds.isEmpty { rule = .required(kinds: kinds) }
            guard account.id == nil || rule == nil else {
                throw Failure(.badInput, "an M... address says whom a payment is for, and needs no memo besides")
            }
            return Contact(name: name, account: account.account, ids: account.id.map { [$0] } ?? [], memo: rule)
        }
    }

    struct List: BookList {
        static let configuration = CommandConfiguration(
            abstract: "All contacts.", discussion: "Example: coldstar-sign book contacts list")
        @Flag(help: "Print one JSON document.")
        var json = false
        @OptionGroup var home: HomeOptions

        static func part(of book: Book) -> Book { Book(contacts: book.contacts) }
        static let plural = "contacts"
        static func documents(of book: Book) -> [JSON] { book.contacts.map(\.json) }
    }

    struct Remove: BookRemoval {
        static let configuration = CommandConfiguration(
            abstract: "Forget a contact.", discussion: "Example: coldstar-sign book contacts remove exchange")
        @Argument(help: "The name.", completion: Completion.contacts)
        var name: String
        @OptionGroup var editor: ListEditor

        func removed(from book: Book) throws(Failure) -> Book {
            guard let contact = book.contact(named: name) else {
                throw Failure(
                    .noInput, "the book has no contact \(TerminalText.escape(name))",
                    hint: Suggestion.question(for: name, among: book.contacts.map(\.name)))
            }
            return book.removing(contact: contact.name)
        }
    }

    struct Import: BookPartImport {
        static let configuration = CommandConfiguration(
            abstract: "Take the contacts of a signed list, or of what coldstar-build contacts export wrote.",
            discussion: "Example: coldstar-sign book contacts import contacts.json")
        @Argument(help: "The file; - for standard input.", completion: .file())
        var file: String
        @OptionGroup var editor: ListEditor

        static func adding(_ other: Book, to book: Book) -> Book { book.adding(contacts: other.contacts) }
    }
}
