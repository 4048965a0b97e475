// SPDX-License-Identifier: Apache-2.0

import Anchor
import ArgumentParser
import Faults
import Journal
import OnlineShell
import Shell
import Stellar
import StellarXDR
import TextCodec

/// Options of deposits and withdrawals.
struct TransferOptions: ParsableArguments {
    @Option(help: "The asset on the network: CODE, CODE:ISSUER or native.", completion: Completion.assets)
    var asset: String?

    @Option(help: "How much, in units.")
    var amount: String?

    @Option(help: "How the money comes or goes outside, one of the anchor's methods: bank_account, SEPA, cash.")
    var type: String?

    @Option(name: .customLong("protocol"), help: "sep6 (all by this command) or sep24 (on the anchor's page).")
    var wanted: TransferProtocol?

    @Option(help: "The asset outside, where it is exchanged: iso4217:USD.")
    var exchange: String?

    @Option(help: "A firm quote to use, by its id (anchor quote).")
    var quoteId: String?

    @Option(help: "The memo of what the anchor sends to your account: text:..., id:N or hash:HEX.")
    var memo: String?

    @Option(help: "The customer's country, as in ISO 3166-1 alpha-3.")
    var country: String?

    @OptionGroup var flow: FlowOptions
    @OptionGroup var options: ManageAnchor.Options

    static func amount(_ text: String, _ option: String) throws(Failure) -> DecimalText {
        guard let amount = DecimalText(text) else {
            throw Failure(.badInput, "\(option): \(TerminalText.escape(text)) is not an amount such as 10.5")
        }
        return amount
    }

    /// Splits `name=value`.
    static func field(
        _ text: String, _ option: String = "--field", like example: String = "first_name=Ada"
    ) throws(Failure) -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            throw Failure(.usage, "\(option) takes name=value, for example \(example)")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    /// Begins a transfer with its details.
    func run(_ kind: TransferKind, claimable: Bool = false) throws {
        _ = try flow.customerData()
        let session = try options.session()
        let token = try session.token()
        try options.asking(session, type: kind.customerType) {
            var details = TransferDetails(
                kind: kind, options: self, session: session, home: options.home,
                isGuided: flow.isGuided(json: options.json))
            let record = try details.settle(claimable: claimable)
            var transfer = TransferFlow(
                session: session, token: token, options: flow, horizon: options.horizon, home: options.home,
                json: options.json, journal: try OnlineJournal.open(options.home).store, server: details.server,
                record: record, fields: details.fields)
            try transfer.check()
            try transfer.keep()
            try transfer.run()
        }
    }
}

/// Options that are not part of the stored details: they are given again when a transfer is resumed.
struct FlowOptions: ParsableArguments {
    @Option(help: "A further field that the anchor asks for, name=value; may be given more than once.")
    var field: [String] = []

    @Option(help: "A field of SEP-9 for the anchor, if it asks for it, name=value; may be given more than once.")
    var customer: [String] = []

    @Option(help: "A file as such a field, name=PATH; may be given more than once.", completion: .file())
    var file: [String] = []

    @Flag(help: "Give the anchor what it asks for and the profile has.")
    var profile = false

    @OptionGroup var pin: ProfilePIN

    @Flag(help: "Ask nothing, and agree to all of it: fee, terms, and the customer data that the other options give.")
    var yes = false

    @Flag(help: "Open the anchor's page in the browser (SEP-24).")
    var open = false

    /// Whether the user is guided through the steps.
    func isGuided(json: Bool) -> Bool { !yes && !json && Console.inputIsTerminal && Question.isPossible }

    /// The customer's fields and files, by name.
    func customerData() throws(Failure) -> (fields: [String: String], files: [String: String]) {
        var fields: [String: String] = [:]
        var files: [String: String] = [:]
        for text in customer {
            let argument = try CustomerFieldArgument(text, "--customer")
            fields[argument.name] = argument.value
        }
        for text in file {
            let (name, path) = try TransferOptions.field(text, "--file")
            files[name] = path
        }
        return (fields, files)
    }

    func fields() throws(Failure) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for text in field { fields.append(try TransferOptions.field(text)) }
        return fields
    }
}
