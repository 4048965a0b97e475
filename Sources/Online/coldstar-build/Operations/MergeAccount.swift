// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct MergeAccount: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Close the account and send all its XLM to another.",
        discussion: """
            Trustlines, offers, data entries and sponsorships must be removed first.
            Example: coldstar-build merge-account --network testnet --source G... --destination G...
            """)

    @Option(
        name: [.customLong("destination"), .customLong("to")],
        help: "The account that receives all XLM: G..., M..., a contact, or name*domain.",
        completion: Completion.accounts)
    var destination: String

    func operation() -> any OperationInput { MergeAccountInput(destination: destination) }
}
