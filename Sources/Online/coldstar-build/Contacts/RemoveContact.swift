// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Workspace

struct RemoveContact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a contact.", discussion: "Example: coldstar-build contacts remove bob")

    @Argument(help: "The contact's name.", completion: Completion.accounts)
    var name: String

    @OptionGroup var local: LocalOptions

    func run() throws {
        try Contacts(local.home).remove(named: name)
        try local.tell(["removed": .string(name)], "\(TerminalText.escape(name)) is not a contact any more")
    }
}
