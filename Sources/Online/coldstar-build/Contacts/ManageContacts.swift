// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct ManageContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: "Names for accounts, which stand for them wherever an account is asked for.",
        subcommands: [AddContact.self, ListContacts.self, RemoveContact.self, ImportContacts.self, ExportContacts.self])
}
