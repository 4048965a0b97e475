// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Signing

struct BookAccounts: ParsableCommand, BookPart {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "Accounts that keys here sign for, with all who sign for them.",
        subcommands: [Add.self, BookList<Self>.self, BookRemove<Self>.self, BookImport<Self>.self, BookExport.self])

    static let sections = [BookSection.accounts]
    static let listAbstract = "All accounts with their signers."
    static let removal = BookRemoval("Remove an account.", of: "account", "The account, G...", example: "G...")
    static let importing = CommandConfiguration(
        commandName: "import", abstract: "Take the accounts of a signed list.")

    struct Add: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Add an account with its signers and thresholds.",
            discussion: """
                Example: coldstar-sign book accounts add G... --signer G...:1 --signer G...:1 --thresholds 1,2,2
                """)

        @Argument(help: "The account, G...")
        var account: String
        @Option(
            help:
                "Another signer and its weight, G...:WEIGHT (also a contact, T..., X..., P...); may be given more than once."
        )
        var signer: [String] = []
        @Option(help: "The weight of the account's own key.")
        var masterWeight = "1"
        @Option(help: "The weights needed: low,medium,high.")
        var thresholds = "0,0,0"
        @Flag(help: "Put it in the place of what the book has of this account.")
        var replace = false
        @OptionGroup var editor: ListEditor

        func edit() -> BookChange {
            { book throws(Failure) in
                let known = try book.knownAccount(
                    try FieldID.words("ACCOUNT").value(of: account),
                    masterWeight: try FieldID.masterWeight.value(of: masterWeight),
                    thresholds: try FieldID.thresholds.value(of: thresholds),
                    signers: try signer.map { text throws(Failure) in try FieldID.signer.value(of: text) })
                return try book.adding(known, replacing: replace)
            }
        }
    }
}
