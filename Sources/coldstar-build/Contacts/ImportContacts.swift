// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import OnlineSupport

struct ImportContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take contacts from a file, all of them or none.",
        discussion: """
            The file is what export writes, or a table with the columns name,account,memo_type,memo,note of which the first two
            have to be there.
            Example: coldstar-build contacts import suppliers.csv
            """)

    @Argument(help: "The file; - for standard input.")
    var file: String

    @Flag(help: "Put them in the place of contacts of the same names.")
    var replace = false

    @OptionGroup var home: HomeOptions

    func run() throws {
        let (bytes, origin) = try InputFile.read(file)
        let contacts = try ContactList.read(bytes, origin: origin)
        try Contacts(home).keep(contacts, replacing: replace)
        Console.say("\(contacts.count) contact\(contacts.count == 1 ? "" : "s") taken")
    }
}
