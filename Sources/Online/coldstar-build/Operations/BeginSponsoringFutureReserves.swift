// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR

struct BeginSponsoringFutureReserves: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "Pay the reserves of the ledger entries that an account creates, until the sponsorship ends.",
        discussion: """
            Operations of one transaction, each added with --append-to: begin (by the sponsor), the sponsored operations, and
            end-sponsoring-future-reserves (by the account that is sponsored, with --operation-source).
            Example: coldstar-build begin-sponsoring-future-reserves --network testnet --source G... --sponsored-id G...
            """)

    @Option(help: "The sponsored account: G..., a contact, or name*domain.", completion: Completion.accounts)
    var sponsoredId: String

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let sponsored = try draft.accountID(sponsoredId, "--sponsored-id")
        guard sponsored != draft.actor else {
            throw Failure(.badInput, "--sponsored-id: an account cannot sponsor itself")
        }
        return .beginSponsoringFutureReserves(BeginSponsoringFutureReservesOp(sponsoredID: sponsored))
    }
}
