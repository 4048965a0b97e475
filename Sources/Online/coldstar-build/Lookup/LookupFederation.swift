// SPDX-License-Identifier: Apache-2.0

import AddressBook
import Anchor
import ArgumentParser
import Faults
import Handoff
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec

struct LookupFederation: ParsableCommand {
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
    @OptionGroup var home: HomeOptions

    func run() throws {
        if let homeDomain { return try reverse(homeDomain) }
        guard FederationName.isMeant(by: name) else {
            throw Failure(.badInput, "\(TerminalText.escape(name)) is not a federation name such as name*example.com")
        }
        var finder = AccountFinder(home: home, horizon: horizon)
        let found = try finder.find(name, "the name")
        guard json else {
            try Console.put(line: "account  \(found.account.address)")
            if found.memo != .none { try Console.put(line: "memo     \(found.memo.argument)") }
            return
        }
        let document: JSON = [
            "name": .string(name), "account": .string(found.account.address),
            "memo_type": found.memo == .none ? .null : .string(found.memo.kind),
            "memo": found.memo.value.map { .string($0) } ?? .null,
        ]
        try Console.put(document: document)
    }

    private func reverse(_ homeDomain: String) throws(Failure) {
        let account = try Arguments.accountID(name, "the account")
        let found = try OnlineContext(home: home, horizon: horizon).name(of: account, at: homeDomain)
        let document: JSON = ["name": .string(found.text), "account": .string(account.address)]
        guard json else { return try Console.put(line: "name     \(TerminalText.escape(found.text))") }
        try Console.put(document: document)
    }
}
