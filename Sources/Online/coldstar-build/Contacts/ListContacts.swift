// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Terminal
import Workspace

struct ListContacts: ParsableCommand, PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show all contacts.", discussion: "Example: coldstar-build contacts list --json")

    @OptionGroup var local: LocalOptions

    func run() throws {
        let contacts = try local.context.contacts()
        if local.json { return try Console.put(line: ContactList.json(contacts).text(pretty: true)) }
        guard !contacts.isEmpty else { return Console.say("no contacts") }
        try Console.put([ContactList.text(contacts)])
    }
}
