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

    @OptionGroup var home: HomeOptions

    func run() throws {
        guard try Contacts(home).remove(named: name) else {
            throw Failure(.badInput, "no contact is called \(TerminalText.escape(name))")
        }
        Console.say("\(TerminalText.escape(name)) is no contact any more")
    }
}
