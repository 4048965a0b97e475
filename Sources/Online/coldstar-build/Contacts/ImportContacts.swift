// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Terminal
import Workspace

struct ImportContacts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take contacts from a file, all of them or none.",
        discussion: """
            The file is what export writes, or a table with the columns name,account,memo_type,memo,note of which the first two
            have to be there, or the codes of such a list; or what a signing device shows of its accounts (coldstar-sign key show NAME --qr, a Keystone, a
            LumenSigner), as coldstar-scan reads it. Of a key of another chain the address is taken, for coldstar-submit ramp.
            Examples: coldstar-build contacts import suppliers.csv
            coldstar-scan photo.jpg | coldstar-build contacts import -
            """)

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String

    @Option(help: "What to call a signing device's account; several get numbers behind it.")
    var name: String?

    @Flag(help: "Put them in the place of contacts of the same names.")
    var replace = false

    @OptionGroup var local: LocalOptions

    func run() throws {
        let (given, origin) = try InputFile.read(file, limit: 64 << 20)
        let list = try ImportedList(given, name: name, origin: origin)
        try Contacts.take(list, replacing: replace, into: local.home)
        try local.tell(list.document, list.text)
    }
}
