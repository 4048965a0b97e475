// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import Codec
import CommandLine
import Handoff
import Stellar
import Terminal

struct Payment: DemandingCommand {
    static let configuration = CommandConfiguration(
        commandName: "payment", abstract: "Send an amount of an asset to an account.",
        discussion: """
            Example: coldstar-build payment --network testnet --source G... --destination G... --asset native --amount 10.5
            """)

    @Option(
        name: [.customLong("destination"), .customLong("to")],
        help: "The destination: G..., M..., a contact, or name*domain.", completion: Completion.accounts)
    var destination: String?

    @Option(help: "XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var asset: String?

    @Option(
        help:
            "Units, exact to 7 decimals; max sends all that is spendable: the balance less reserve, liabilities and fee."
    )
    var amount: String?

    @Option(
        help:
            "A web+stellar:pay link (SEP-7), or a file with one: says destination, asset, memo, network, often the amount.",
        completion: .file())
    var link: String?

    @OptionGroup var options: BuildOptions

    var missingOptions: [String] {
        guard link == nil else { return [] }
        let given = [("--destination", destination), ("--asset", asset), ("--amount", amount)]
        return given.filter { $0.1 == nil }.map(\.0)
    }

    func validate() throws {
        if link != nil, destination != nil || asset != nil {
            throw ValidationError(
                "--link gives destination and asset; only --amount can be added, if the link has no amount")
        }
    }

    func run() throws {
        try options.build { () throws(Failure) in
            if let link { return try payLink(link) }
            var texts = FieldTexts()
            (texts[.destination], texts[.asset], texts[.amount]) = (destination, asset, amount)
            return try OperationSpec.payment.operation(texts)
        }
    }

    private func payLink(_ link: String) throws(Failure) -> PayLink {
        guard link != "-" else {
            throw Failure(.usage, "--link: give a link or a file that contains one, not standard input")
        }
        let (bytes, origin) = try TransactionInput.bytes(link)
        return try PayLink(bytes, origin: origin, amount: try FieldID.amount.optionalValue(of: amount))
    }
}
