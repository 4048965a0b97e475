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

struct BookDomains: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domains", abstract: "Domains' keys for logins and links, and where an anchor's withdrawals go.",
        subcommands: [Add.self, List.self, Remove.self, Import.self, BookExport.self])

    struct Add: ConfinedCommand {
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

        var reach: Reach { get throws(Failure) { try editor.reach } }

        func run() throws {
            try Keys.check(domain, "the domain")
            guard DomainName.isKept(domain) else {
                throw Failure(
                    .badInput, "\(TerminalText.escape(domain)) is not a domain: a domain has \(DomainName.rule)")
            }
            let known = KnownDomain(
                name: domain, signingKey: try signingKey.map { try Arguments.accountID($0, "--signing-key") },
                linkKey: try linkKey.map { try Arguments.accountID($0, "--link-key") },
                withdrawalAccounts: Set(try withdrawal.map { try Arguments.accountID($0, "--withdrawal") }))
            try editor.changeBook { book throws(Failure) in book.adding(domains: [known]) }
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

    struct Remove: BookRemoval {
        static let configuration = CommandConfiguration(
            abstract: "Forget a domain.", discussion: "Example: coldstar-sign book domains remove example.com")
        @Argument(help: "The domain.")
        var domain: String
        @OptionGroup var editor: ListEditor

        func removed(from book: Book) throws(Failure) -> Book {
            guard book.domain(domain) != nil else {
                throw Failure(.noInput, "the book has no domain \(TerminalText.escape(domain))")
            }
            return book.removing(domain: domain)
        }
    }

    struct Import: BookPartImport {
        static let configuration = CommandConfiguration(abstract: "Take the domains of a signed list.")
        @Argument(help: "The file; - for standard input.", completion: .file())
        var file: String
        @OptionGroup var editor: ListEditor

        static func adding(_ other: Book, to book: Book) -> Book { book.adding(domains: other.domains) }
    }
}
