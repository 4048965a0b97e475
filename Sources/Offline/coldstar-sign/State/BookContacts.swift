// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Review
import Signing

struct BookContacts: ParsableCommand, BookPart {
    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: "Whom payments go to, and with which memo.",
        subcommands: [Add.self, BookList<Self>.self, BookRemove<Self>.self, BookImport<Self>.self, BookExport.self])

    static let sections = [BookSection.contacts]
    static let listAbstract = "All contacts."
    static let removal = BookRemoval(
        "Forget a contact.", of: "name", "The name.", example: "exchange", completion: Completion.contacts)
    static let importing = CommandConfiguration(
        commandName: "import",
        abstract: "Take the contacts of a signed list, or of what coldstar-build contacts export wrote.",
        discussion: "Example: coldstar-sign book contacts import contacts.json")

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
        @Option(help: "As --memo-required, and of this kind: text, id, hash or return; may be given more than once.")
        var memoKind: [String] = []
        @Flag(help: "Put it in the place of the contact of this name.")
        var replace = false
        @OptionGroup var editor: ListEditor

        func edit() throws(Failure) -> BookChange {
            // A secret in place of the name is found before anything else is read.
            try Contact.check(name: name)
            let contact = try Contact(
                named: name, try FieldID.words("ACCOUNT").value(of: account),
                memo: try FieldID.memo.optionalValue(of: memo),
                isMemoRequired: memoRequired, memoKinds: memoKind)
            return { book throws(Failure) in try book.adding(contact, replacing: replace) }
        }
    }
}
