// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct RevokeSponsorship: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Stop paying the reserve of a ledger entry, or transfer it to another sponsor.",
        discussion: """
            The entry: --account-id alone is the account itself; with --asset or --liquidity-pool-id its trustline, with
            --offer-id its offer, with --data-name its data entry, with --signer-key its signer; or --balance-id.
            Example: coldstar-build revoke-sponsorship --network testnet --source G... --account-id G... --asset USDC:G...
            """)

    @Option(help: "The entry's account: G..., a contact, or name*domain.", completion: Completion.accounts)
    var accountId: String?

    @Option(help: "The trustline for this asset, CODE:ISSUER.", completion: Completion.assets)
    var asset: String?

    @Option(help: "The trustline for shares of this liquidity pool, L...")
    var liquidityPoolId: String?

    @Option(help: "The offer with this id.")
    var offerId: String?

    @Option(help: "The data entry of this name.")
    var dataName: String?

    @Option(help: "This signer: G..., T..., X... or P...")
    var signerKey: String?

    @Option(help: "A claimable balance, B...")
    var balanceId: String?

    func operation() -> any OperationInput {
        var input = RevokeSponsorshipInput()
        (input.accountId, input.asset, input.liquidityPoolId) = (accountId, asset, liquidityPoolId)
        (input.offerId, input.dataName) = (offerId, dataName)
        (input.signerKey, input.balanceId) = (signerKey, balanceId)
        return input
    }
}
