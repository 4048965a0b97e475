// SPDX-License-Identifier: Apache-2.0

import AnchorAPI
import ArgumentParser

struct AnchorDeposit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Give an anchor money outside the network, for an asset on it.",
        discussion: """
            Example: coldstar-submit anchor deposit --home-domain example.com --account G... --asset USDC --amount 100 -n public
            Nothing is signed for this: the anchor says how to pay, and sends the asset when the money is there.
            On a terminal it asks for what is not given, in four steps: details, customer data, fee, summary. With --yes or --json it
            asks nothing. Each step is in the journal: coldstar-submit anchor resume goes on, whatever came in between.
            """)

    @Flag(help: "Take the asset as a claimable balance while the account has no trustline for it.")
    var claimable = false

    @OptionGroup var transfer: TransferOptions

    func run() throws {
        try transfer.run(.deposit, claimable: claimable)
    }
}

struct AnchorWithdraw: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Give an anchor an asset, for money outside the network.",
        discussion: """
            Example: coldstar-submit anchor withdraw --home-domain example.com --account G... --asset USDC --amount 100 \
            --type bank_account -n public
            The payment to the anchor is made by coldstar-build withdrawal and signed offline like any other.
            On a terminal it asks for what is not given, in four steps, as anchor deposit does.
            """)

    @OptionGroup var transfer: TransferOptions

    func run() throws {
        try transfer.run(.withdrawal)
    }
}
