// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import Faults
import OnlineShell
import Shell
import TextCodec

struct RemoveContact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a contact.", discussion: "Example: coldstar-build contacts remove bob")

    @Argument(help: "The contact's name.", completion: Completion.accounts)
    var name: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let contacts = try Contacts(home)
        guard try contacts.remove(named: name) else {
            throw Failure(
                .badInput, "no contact is called \(TerminalText.escape(name))",
                hint: Suggestion.question(for: name, among: try contacts.all().map(\.name)))
        }
        if json { return try Console.put(document: ["removed": .string(name)]) }
        Console.say("\(TerminalText.escape(name)) is not a contact any more")
    }
}
