// SPDX-License-Identifier: Apache-2.0

import AddressBook
import ArgumentParser
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec

struct ListContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show all contacts.", discussion: "Example: coldstar-build contacts list --json")

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let contacts = try Contacts.all(home)
        if json { return try Console.put(line: ContactList.json(contacts).text(pretty: true)) }
        guard !contacts.isEmpty else { return Console.say("no contacts") }
        let width = contacts.map(\.name.utf8.count).max() ?? 0
        for contact in contacts {
            let name = contact.name + String(repeating: " ", count: width - contact.name.utf8.count)
            let memo = contact.memo == .none ? "" : "  memo \(contact.memo.argument)"
            let note = contact.note.map { "  \(TerminalText.escape($0))" } ?? ""
            try Console.put(line: "\(name)  \(contact.account.address)\(memo)\(note)")
        }
    }
}
