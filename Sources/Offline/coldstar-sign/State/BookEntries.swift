// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import Confine
import Handoff
import Review
import Signing
import Stellar
import StellarXDR
import Terminal

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
            commandName: "add", abstract: "Add an account with its signers and thresholds.",
            discussion: """
                Examples: coldstar-sign book accounts add G... --signer G...:1 --signer G...:1 --thresholds 1,2,2
                coldstar-sign book accounts add treasury --from request.json
                """)

        @Argument(help: "The account, G...; with --from also a name, which becomes a contact.")
        var account: String
        @OptionGroup var given: RequestOption
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

        var reach: AllowedAccess { get throws(Failure) { given.reach + (try editor.reach) } }
        var origin: String? { given.origin }

        func edit() throws(Failure) -> BookChange {
            if let request = try given.request() {
                guard signer.isEmpty, masterWeight == "1", thresholds == "0,0,0" else {
                    throw Failure(.usage, "--from takes signers, weights and thresholds from the request")
                }
                return { book throws(Failure) in
                    try book.adding(accountIn: request, as: account, replacing: replace)
                }
            }
            return { book throws(Failure) in
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

/// A request from which an entry of the book is taken.
struct RequestOption: ParsableArguments {
    @Option(help: "Take the addresses from this request, to compare them instead of typing them.", completion: .file())
    var from: String?

    var reach: AllowedAccess { from.map { AllowedAccess($0, .file) } ?? AllowedAccess() }

    /// What to show above the change; nil without a request.
    var origin: String? { from == nil ? nil : BookRequest.remark }

    /// Nil if none is given.
    func request() throws(Failure) -> BookRequest? {
        guard let from else { return nil }
        let (bytes, origin) = try InputFile.read(from, limit: TransactionInput.limit)
        return try BookRequest(try TransactionInput(bytes, origin: origin))
    }
}

struct BookAssets: ParsableCommand, BookPart {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "Assets that are the right ones: what only looks like them is held back.",
        subcommands: [Add.self, BookList<Self>.self, BookRemove<Self>.self])

    static let sections = [BookSection.assets]
    static let listAbstract = "All assets."
    static let removal = BookRemoval(
        "Remove an asset.", of: "asset", "CODE:ISSUER, CODE:CONTACT, or the code alone.", example: "USDC:G...")

    struct Add: BookEdit {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Keep an asset.",
            discussion: "Example: coldstar-sign book assets add USDC:G...")
        @Argument(help: "CODE:ISSUER, or CODE:CONTACT.")
        var asset: String
        @OptionGroup var editor: ListEditor

        func edit() -> BookChange { { book throws(Failure) in try book.adding(assetNamed: asset) } }
    }
}

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
            commandName: "add", abstract: "Add a contact: a known destination of payments.",
            discussion: """
                Examples: coldstar-sign book contacts add exchange G... --memo id:12345
                coldstar-sign book contacts add shop G... --memo-required --memo-kind text
                coldstar-sign book contacts add supplier --from request.json
                An M... or W... address keeps its id too; payments to another id of the same account or contract are held back then.
                """)

        @Argument(help: "The name.")
        var name: String
        @Argument(
            help:
                "The account, G... or M..., or the contract, C... or W...; not with --from, which takes whom the request pays."
        )
        var account: String?
        @OptionGroup var given: RequestOption
        @Option(help: "The memo that every payment has to carry: text:..., id:..., hash:HEX or return:HEX.")
        var memo: String?
        @Flag(help: "Every payment has to carry some memo.")
        var memoRequired = false
        @Option(help: "As --memo-required, and of this kind: text, id, hash or return; may be given more than once.")
        var memoKind: [String] = []
        @Flag(help: "Put it in the place of the contact of this name.")
        var replace = false
        @OptionGroup var editor: ListEditor

        var reach: AllowedAccess { get throws(Failure) { given.reach + (try editor.reach) } }
        var origin: String? { given.origin }

        func edit() throws(Failure) -> BookChange {
            // A secret in place of the name is found before anything else is read.
            try Contact.check(name: name)
            let paid: RecipientAddress
            switch (account, try given.request()) {
            case (let account?, nil): paid = try FieldID.words("ACCOUNT").value(of: account)
            case (nil, let request?): paid = try request.recipient(called: name)
            default:
                throw Failure(
                    .usage, "give either ACCOUNT or --from FILE",
                    hint: "coldstar-sign book contacts add --help lists the commands and options")
            }
            let contact = try Contact(
                named: name, paid,
                memo: try FieldID.memo.optionalValue(of: memo),
                isMemoRequired: memoRequired, memoKinds: memoKind)
            return { book throws(Failure) in try book.adding(contact, replacing: replace) }
        }
    }
}

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
            commandName: "add", abstract: "Keep a domain's keys.",
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
