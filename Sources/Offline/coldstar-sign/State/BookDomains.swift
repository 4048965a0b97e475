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

struct BookDomains: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domains", abstract: "Domains' keys for logins and links, and where an anchor's withdrawals go.",
        subcommands: [Add.self, List.self, Remove.self, Import.self, BookExport.self])

    struct Add: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Keep a domain's keys.",
            discussion: """
                Example: coldstar-sign book domains add example.com --signing-key G... --withdrawal G...
                The keys stand in https://DOMAIN/.well-known/stellar.toml as SIGNING_KEY and URI_REQUEST_SIGNING_KEY: read
                them on two machines and over two networks, and compare.
                """)

        @Argument(help: "The domain.")
        var domain: String
        @Option(help: "The key that signs its logins (SEP-10), G...")
        var signingKey: String?
        @Option(help: "The key that signs its links (SEP-7), G...")
        var linkKey: String?
        @Option(help: "An account to which withdrawals through this anchor go, G...; may be given more than once.")
        var withdrawal: [String] = []
        @OptionGroup var editor: ListEditor

        func check() throws(Failure) { _ = try known() }

        func changed(_ book: Book) throws(Failure) -> Book {
            book.adding(domains: [try known()])
        }

        private func known() throws(Failure) -> KnownDomain {
            try KnownDomain.check(name: domain)
            let key = { (text: String?, option: String) throws(Failure) -> AccountID? in
                if let text { try Arguments.accountID(text, option) } else { nil }
            }
            var accounts: Set<AccountID> = []
            let (login, link) = (try key(signingKey, "--signing-key"), try key(linkKey, "--link-key"))
            for text in withdrawal { accounts.insert(try Arguments.accountID(text, "--withdrawal")) }
            return KnownDomain(name: domain, signingKey: login, linkKey: link, withdrawalAccounts: accounts)
        }
    }

    struct List: BookList {
        static let configuration = CommandConfiguration(
            abstract: "All domains.", discussion: "Example: coldstar-sign book domains list")
        @Flag(help: "Print one JSON document.")
        var json = false
        @OptionGroup var home: HomeOptions

        static func part(of book: Book) -> Book { Book(domains: book.domains) }
        static let plural = "domains"
        static func documents(of book: Book) -> [JSON] { book.domains.map(\.json) }
    }

    struct Remove: BookEdit {
        static let configuration = CommandConfiguration(
            abstract: "Remove a domain.", discussion: "Example: coldstar-sign book domains remove example.com")
        @Argument(help: "The domain.")
        var domain: String
        @OptionGroup var editor: ListEditor

        func changed(_ book: Book) throws(Failure) -> Book { try book.removing(domainNamed: domain) }
    }

    struct Import: BookImporting {
        static let configuration = CommandConfiguration(abstract: "Take the domains of a signed list.")
        @Argument(help: "The file; - for standard input.", completion: .file())
        var file: String
        @OptionGroup var editor: ListEditor

        static func adding(_ other: Book, to book: Book) -> Book { book.adding(domains: other.domains) }
    }
}
