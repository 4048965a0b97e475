// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Codec
import CommandLine
import Stellar
import StellarXDR
import Terminal
import Workspace

struct AddContact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Give an account a name.",
        discussion: "Example: coldstar-build contacts add exchange G... --memo id:7241")

    @Argument(help: "1 to 64 letters, digits, _, - and .; upper and lower case are the same.")
    var name: String

    @Argument(
        help: "G... or M...; or name*domain, which is looked up now and not again.", completion: Completion.accounts)
    var account: String

    @Option(help: "The memo that payments to it need: text:..., id:N, hash:HEX or return:HEX.")
    var memo: String?

    @Option(help: "A note for yourself, at most 200 bytes.")
    var note: String?

    @Flag(help: "Put it in the place of a contact of this name.")
    var replace = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var horizon: HorizonOptions
    @OptionGroup var home: HomeOptions

    func run() throws {
        let context = OnlineContext(home: home, horizon: horizon)
        let new = NewContact(
            name: name, account: try FieldID.words("the account").value(of: account),
            memo: try FieldID.memo.optionalValue(of: memo), note: note)
        let contact = try new.contact(in: context)
        try Contacts(home).keep([contact], replacing: replace)
        if json { return try Console.put(document: contact.json) }
        let memo = contact.memo == .none ? "" : ", memo \(contact.memo.shown)"
        Console.say("\(contact.name) is \(contact.account.address)\(memo)")
    }
}
