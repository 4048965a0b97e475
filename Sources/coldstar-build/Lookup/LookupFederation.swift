// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import CLISupport
import OnlineSupport
import Stellar
import StellarXDR
import TextCodec

struct LookupFederation: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "federation", abstract: "The account behind a name of a domain (SEP-2).",
        discussion: "Example: coldstar-build lookup federation bob*example.com")

    @Argument(help: "name*domain.")
    var name: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        guard FederationName.isMeant(by: name) else {
            throw Failure(.badInput, "\(TerminalText.escape(name)) is no federation name such as name*example.com")
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
        try Console.put(line: document.text(pretty: true))
    }
}
