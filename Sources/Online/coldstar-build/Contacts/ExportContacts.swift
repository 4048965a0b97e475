// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Handoff
import Terminal
import Workspace

struct ExportContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all contacts to a file.",
        discussion: """
            Examples: coldstar-build contacts export --format csv --out contacts.csv
            coldstar-build contacts export --out contacts.json --qr
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case json, csv, ur
    }

    @Option(help: "json (default), csv, or ur: the JSON as the text of QR codes.")
    var format: Format = .json

    @Flag(help: "The same as --format json.")
    var json = false

    @OptionGroup var qr: QROptions

    @OptionGroup var home: HomeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        guard !json || format == .json else {
            throw Failure(.usage, "--json and --format \(format.rawValue) exclude each other")
        }
        try output.checkFree()
        try qr.checkFree(beside: output)
        let contacts = try Contacts.all(home)
        let list = Array(ContactList.json(contacts).text().utf8)
        switch format {
        case .json: try output.deliver(ContactList.json(contacts).text(pretty: true))
        case .csv: try output.deliver(ContactList.table(contacts))
        case .ur: try output.deliver(ListResource.ur(of: list).lines.joined(separator: "\n"))
        }
        try qr.show(list: list, name: "contacts", force: output.force)
    }
}
