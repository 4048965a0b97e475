// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import Anchors
import ArgumentParser
import Codec
import CommandLine
import Journal
import Stellar
import StellarXDR
import Terminal
import Workspace

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

    /// What the options say about the transfer.
    private func parameters(_ kind: TransferKind, claimable: Bool) throws(Failure) -> TransferParameters {
        var parameters = try TransferParameters(kind, otherAsset: exchange, quoteID: quoteId, memo: memo)
        parameters.fields = try flow.fields()
        if let country { parameters.fields.append(("country_code", country)) }
        parameters.amount = try amount.map { text throws(Failure) in try DecimalText(text, .amount) }
        (parameters.asset, parameters.method, parameters.protocol) = (asset, type, wanted)
        parameters.takesClaimableBalances = claimable
        return parameters
    }

    /// Begins a transfer with its details.
    func run(_ kind: TransferKind, claimable: Bool = false) throws {
        let (sources, wanted) = (try flow.customerData(), try parameters(kind, claimable: claimable))
        let session = try options.session()
        let driver = TransferDriver(options: flow, home: options.home, json: options.json)
        try options.output.asking(session, type: kind.customerType) {
            var job = try TransferJob(
                wanted, at: session, sources: sources, isAttended: driver.isGuided, findIssuer: findIssuer)
            try driver.run(&job, kind)
        }
    }

    private func findIssuer(_ text: String) throws(Failure) -> AccountID {
        var finder = AccountFinder(home: options.home, horizon: nil)
        return try finder.find(try FieldID.asset.value(of: text), .asset).account.account
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

    /// The customer data that the options give.
    func customerData() throws(Failure) -> CustomerSources {
        try CustomerSources(fields: customer, files: file, usesProfile: profile)
    }

    func fields() throws(Failure) -> [(name: String, value: String)] {
        try field.map { text throws(Failure) in
            let argument = try FieldArgument(text)
            return (argument.name, argument.value)
        }
    }
}
