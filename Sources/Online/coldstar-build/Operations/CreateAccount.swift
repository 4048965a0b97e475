// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct CreateAccount: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Create an account and give it its first XLM.",
        discussion: """
            Example: coldstar-build create-account --network testnet --source G... --destination G... --starting-balance 5
            """)

    @Option(
        name: [.customLong("destination"), .customLong("to")],
        help: "The new account: G..., a contact, or name*domain.", completion: Completion.accounts)
    var destination: String

    @Option(help: "XLM; at least two base reserves, unless the reserve is sponsored.")
    var startingBalance: String

    func operation() -> any OperationInput {
        CreateAccountInput(destination: destination, startingBalance: startingBalance)
    }
}
