// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR

struct CreateAccount: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create an account and give it its first XLM.",
        discussion: """
            Example: coldstar-build create-account --network testnet --source G... --destination G... --starting-balance 5
            """)

    @Option(help: "The new account: G..., a contact, or name*domain.", completion: Completion.accounts)
    var destination: String

    @Option(help: "XLM; at least two base reserves, unless the reserve is sponsored.")
    var startingBalance: String

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let balance = try Arguments.amount(startingBalance, "--starting-balance", allowingZero: true)
        let destination = try draft.accountID(destination, "--destination")
        return .createAccount(CreateAccountOp(destination: destination, startingBalance: balance.stroops))
    }
}
