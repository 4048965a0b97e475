// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Terminal
import Workspace

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
        try Console.put(entry, asDocument: json)
    }

    private func reference() throws(Failure) -> AccountReference {
        guard let known = try? AccountReference(text: name), case .federation = known else {
            throw Failure(.badInput, "\(TerminalText.escape(name)) is not a federation name such as name*example.com")
        }
        return known
    }
}
