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

struct BookAccounts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "Accounts that keys here sign for, with all who sign for them.",
        subcommands: [Add.self, List.self, Remove.self, Import.self, BookExport.self])

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

        func changed(_ book: Book) throws(Failure) -> Book {
            try book.adding(try known(book), replacing: replace)
        }

        private func known(_ book: Book) throws(Failure) -> KnownAccount {
            var levels: [UInt32] = []
            for text in thresholds.split(separator: ",", omittingEmptySubsequences: false) {
                levels.append(UInt32(try Arguments.number(String(text), "--thresholds", as: UInt8.self)))
            }
            guard levels.count == 3 else { throw Failure(.usage, "--thresholds: three numbers, low,medium,high") }
            var known = KnownAccount(
                account: try Arguments.accountID(account, "ACCOUNT"),
                masterWeight: UInt32(try Arguments.number(masterWeight, "--master-weight", as: UInt8.self)),
                low: levels[0], medium: levels[1], high: levels[2])
            for text in signer {
                let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
                let key = try book.signer(parts.first ?? "")
                let weight = try Arguments.number(parts.count == 2 ? parts[1] : "1", "--signer", as: UInt8.self)
                try known.add(signer: key, weight: weight)
            }
            return known
        }
    }

    struct List: BookList {
        static let configuration = CommandConfiguration(
            abstract: "All accounts with their signers.", discussion: "Example: coldstar-sign book accounts list")
        @Flag(help: "Print one JSON document.")
        var json = false
        @OptionGroup var home: HomeOptions

        static func part(of book: Book) -> Book { Book(accounts: book.accounts) }
        static let plural = "accounts"
        static func documents(of book: Book) -> [JSON] { book.accounts.map(\.json) }
    }

    struct Remove: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Remove an account.", discussion: "Example: coldstar-sign book accounts remove G...")
        @Argument(help: "The account, G...")
        var account: String
        @OptionGroup var editor: ListEditor

        func changed(_ book: Book) throws(Failure) -> Book {
            try book.removing(knownAccount: try Arguments.accountID(account, "ACCOUNT"))
        }
    }

    struct Import: BookImporting {
        static let configuration = CommandConfiguration(abstract: "Take the accounts of a signed list.")
        @Argument(help: "The file; - for standard input.", completion: .file())
        var file: String
        @OptionGroup var editor: ListEditor

        static func adding(_ other: Book, to book: Book) -> Book { book.adding(accounts: other.accounts) }
    }
}
