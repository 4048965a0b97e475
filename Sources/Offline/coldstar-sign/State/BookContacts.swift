// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Confine
import Faults
import Handoff
import Review
import Shell
import Signing
import Stellar
import StellarXDR
import TextCodec
import Vault
import XDR

struct BookContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: "Whom payments go to, and with which memo.",
        subcommands: [Add.self, List.self, Remove.self, Import.self, BookExport.self])

    struct Add: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Add a contact: a known destination of payments.",
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

        func check() throws(Failure) { _ = try contact() }

        func changed(_ book: Book) throws(Failure) -> Book {
            try book.adding(try contact(), replacing: replace)
        }

        private func contact() throws(Failure) -> Contact {
            try Contact.check(name: name)
            let account = try Arguments.account(account, "ACCOUNT")
            let rule = try Contact.memoRule(
                pinned: try memo.map { text throws(Failure) in try Arguments.memo(text) }, isRequired: memoRequired,
                kinds: Set(memoKind))
            return try Contact(named: name, account, memo: rule)
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

    struct Remove: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Forget a contact.", discussion: "Example: coldstar-sign book contacts remove exchange")
        @Argument(help: "The name.", completion: Completion.contacts)
        var name: String
        @OptionGroup var editor: ListEditor

        func changed(_ book: Book) throws(Failure) -> Book { try book.removing(contactNamed: name) }
    }

    struct Import: BookImporting {
        static let configuration = CommandConfiguration(
            abstract: "Take the contacts of a signed list, or of what coldstar-build contacts export wrote.",
            discussion: "Example: coldstar-sign book contacts import contacts.json")
        @Argument(help: "The file; - for standard input.", completion: .file())
        var file: String
        @OptionGroup var editor: ListEditor

        static func adding(_ other: Book, to book: Book) -> Book { book.adding(contacts: other.contacts) }
    }
}
