// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

struct ChangeTrust: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Add, change or remove a trustline, for an asset or for liquidity pool shares.",
        discussion: """
            For assets see also trust add and trust remove.
            Example: coldstar-build change-trust --network testnet --source G... --asset-a native --asset-b USDC:G... --limit 100
            """)

    @Option(help: "The asset, CODE:ISSUER.", completion: Completion.assets)
    var asset: String?

    @Option(help: "For pool shares: the pool's first asset.", completion: Completion.assets)
    var assetA: String?

    @Option(help: "For pool shares: the pool's second asset.", completion: Completion.assets)
    var assetB: String?

    @Option(help: "The maximum balance; 0 removes the trustline (default: unlimited).")
    var limit: String?

    func operation() -> any OperationInput {
        TrustLineInput(asset: asset, assetA: assetA, assetB: assetB, .set(limit: limit))
    }
}
