// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import OnlineSupport
import TextCodec

struct RemoveContact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Forget a contact.", discussion: "Example: coldstar-build contacts remove bob")

    @Argument(help: "The contact's name.", completion: Completion.accounts)
    var name: String

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        guard try Contacts(home).remove(named: name) else {
            throw Failure(.badInput, "no contact is called \(TerminalText.escape(name))")
        }
        if json { return try Console.put(document: ["removed": .string(name)]) }
        Console.say("\(TerminalText.escape(name)) is no contact any more")
    }
}
