// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import LedgerAPI
import Terminal
import Workspace

struct LookupAnchors: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchors",
        abstract: "Which of the assets that an account holds have an anchor, and what it offers.",
        discussion: """
            The home domain is what the issuer's account says; "listed" tells whether the domain's stellar.toml names the asset, too.
            Example: coldstar-build lookup anchors --network testnet G...
            """)

    @Argument(help: "G..., M..., a contact, or name*domain (default: your own).", completion: Completion.accounts)
    var account: String?

    @OptionGroup var options: Lookup.Options

    func run() throws {
        let id = try options.account(account)
        var view = try options.ledger()
        try view.expect(try options.context.knownEntries(of: id, on: view.network))
        let horizon = options.horizon
        try options.print(
            try IssuerAnchorList(of: id, in: &view, allowsLoopback: horizon.httpLoopback, style: CommandStyle.current) {
                () throws(Failure) in
                try horizon.servers().transport()
            })
    }
}

struct LookupToml: ParsableCommand, RefusesEmptyOptions, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "toml", abstract: "The stellar.toml of a domain (SEP-1).",
        discussion: """
            Fields that are not what SEP-1 says are left out and named at the end.
            Example: coldstar-build lookup toml example.com
            """)

    @Argument(help: "The domain, for example example.com.")
    var domain: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var profile: ProfileOption

    func run() throws {
        let report = try DomainReport(of: domain, allowsLoopback: horizon.httpLoopback) { () throws(Failure) in
            try horizon.servers().transport()
        }
        try Console.result(report, asDocument: json)
    }
}

struct LookupFederation: ParsableCommand, RefusesEmptyOptions {
    static let configuration = CommandConfiguration(
        commandName: "federation",
        abstract: "The account of a federation name, or the federation name of an account (SEP-2).",
        discussion: """
            Example: coldstar-build lookup federation bob*example.com
            Example: coldstar-build lookup federation --home-domain example.com G...
            """)

    @Argument(help: "name*domain; with --home-domain an account.")
    var name: String

    @Option(help: "Ask this domain for the name of an account.")
    var homeDomain: String?

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var profile: ProfileOption
    @OptionGroup var home: HomeOptions

    func run() throws {
        let context = OnlineContext(home: home, horizon: horizon)
        let entry =
            if let homeDomain {
                try FederationEntry(of: try FieldID.words("the account").value(of: name), at: homeDomain, in: context)
            } else {
                try FederationEntry(named: try reference(), in: context)
            }
        try Console.result(entry, asDocument: json)
    }

    private func reference() throws(Failure) -> AccountReference {
        guard let known = try? AccountReference(text: name), case .federation = known else {
            throw Failure(.badInput, "\(TerminalText.escape(name)) is not a federation name such as name*example.com")
        }
        return known
    }
}
