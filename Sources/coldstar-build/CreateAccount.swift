// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Stellar
import StellarXDR

struct CreateAccount: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create an account and give it its first XLM.",
        discussion: """
            Example: coldstar-build create-account --network testnet --source G... --destination G... --starting-balance 5
            """)

    @Option(help: "The new account, G...")
    var destination: String

    @Option(help: "XLM; at least two base reserves, unless the reserve is sponsored.")
    var startingBalance: String

    @OptionGroup var options: BuildOptions

    func run() throws {
        let destination = try Arguments.accountID(destination, "--destination")
        let balance = try Arguments.amount(startingBalance, "--starting-balance", allowingZero: true)
        var draft = try Draft(options)
        try draft.finish(
            .createAccount(CreateAccountOp(destination: destination, startingBalance: balance.stroops)))
    }
}
