// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct BeginSponsoringFutureReserves: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Pay the reserves of the ledger entries that an account creates, until the sponsorship ends.",
        discussion: """
            Operations of one transaction, each added with --append-to: begin (by the sponsor), the sponsored operations, and
            end-sponsoring-future-reserves (by the account that is sponsored, with --operation-source).
            Example: coldstar-build begin-sponsoring-future-reserves --network testnet --source G... --sponsored-id G...
            """)

    @Option(help: "The sponsored account: G..., a contact, or name*domain.", completion: Completion.accounts)
    var sponsoredId: String

    func operation() -> any OperationInput { SponsorshipInput(sponsoredId: sponsoredId) }
}
