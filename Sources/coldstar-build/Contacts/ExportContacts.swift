// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import OnlineSupport
import TextCodec

struct ExportContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all contacts to a file.",
        discussion: "Example: coldstar-build contacts export --format csv --out contacts.csv")

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case json, csv
    }

    @Option(help: "json (default) or csv.")
    var format: Format = .json

    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.checkFree()
        let contacts = try Contacts(home).all()
        switch format {
        case .json: try output.deliver(ContactList.json(contacts).text(pretty: true))
        case .csv: try output.deliver(ContactList.table(contacts))
        }
    }
}
