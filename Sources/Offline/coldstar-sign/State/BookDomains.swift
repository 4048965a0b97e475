// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Review
import Signing

struct BookDomains: ParsableCommand, BookPart {
    static let configuration = CommandConfiguration(
        commandName: "domains", abstract: "Domains' keys for logins and links, and where an anchor's withdrawals go.",
        subcommands: [Add.self, BookList<Self>.self, BookRemove<Self>.self, BookImport<Self>.self, BookExport.self])

    static let sections = [BookSection.domains]
    static let listAbstract = "All domains."
    static let removal = BookRemoval("Remove a domain.", of: "domain", "The domain.", example: "example.com")
    static let importing = CommandConfiguration(
        commandName: "import", abstract: "Take the domains of a signed list.")

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

        func edit() throws(Failure) -> BookChange {
            // A secret in place of the name is found before anything else is read.
            try KnownDomain.check(name: domain)
            let known = try KnownDomain(
                named: domain, signingKey: try FieldID.signingKey.optionalValue(of: signingKey),
                linkKey: try FieldID.linkKey.optionalValue(of: linkKey),
                withdrawals: try withdrawal.map { text throws(Failure) in try FieldID.withdrawal.value(of: text) })
            return { book in book.adding(domains: [known]) }
        }
    }
}
