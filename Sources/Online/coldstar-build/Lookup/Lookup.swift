// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Faults
import Horizon
import OnlineShell
import Preflight
import Shell
import Stellar
import StellarXDR
import TextCodec

struct Lookup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the network.",
        subcommands: [
            LookupAccount.self, LookupAssets.self, LookupPayments.self, LookupAnchors.self, LookupToml.self,
            LookupFederation.self, LookupFees.self, LookupPaths.self,
        ])

    /// Options of all lookups.
    struct Options: ParsableArguments {
        @Flag(help: "Print one JSON document.")
        var json = false

        @OptionGroup var network: NetworkOptions
        @OptionGroup var horizon: HorizonOptions
        @OptionGroup var home: HomeOptions

        func view() throws(Failure) -> LedgerView {
            let network = try network.required()
            return try horizon.ledger(of: network)
        }

        /// An account by address, contact's name or federation name.
        func account(_ text: String) throws(Failure) -> AccountID {
            var finder = AccountFinder(home: home, horizon: horizon)
            let found = try finder.find(text, "the account")
            var names = AccountNames()
            names.add(found)
            for line in names.lines { Console.say(line) }
            return found.account.account
        }

        /// Prints the document, or the lines for people, on standard output.
        func print(_ document: JSON, _ lines: [String]) throws(Failure) {
            guard json else { return try Console.put(line: lines.joined(separator: "\n")) }
            try Console.put(document: document)
        }
    }
}
