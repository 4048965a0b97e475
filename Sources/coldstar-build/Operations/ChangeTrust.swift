// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Stellar
import StellarXDR

struct ChangeTrust: OperationCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make, change or remove a trustline, for an asset or for shares of a liquidity pool.",
        discussion: """
            For assets there are trust add and trust remove as well.
            Example: coldstar-build change-trust --network testnet --source G... --asset-a native --asset-b USDC:G... --limit 100
            """)

    @Option(help: "The asset, CODE:ISSUER.", completion: Completion.assets)
    var asset: String?

    @Option(help: "For shares of a pool: its first asset.", completion: Completion.assets)
    var assetA: String?

    @Option(help: "For shares of a pool: its second asset.", completion: Completion.assets)
    var assetB: String?

    @Option(help: "The most to hold; 0 removes the trustline (default: unlimited).")
    var limit: String?

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let limit =
            try limit.map { text throws(Failure) in
                try Arguments.amount(text, "--limit", allowingZero: true)
            } ?? .max
        return .changeTrust(ChangeTrustOp(line: try line(), limit: limit.stroops))
    }

    private func line() throws(Failure) -> ChangeTrustAsset {
        switch (asset, assetA, assetB) {
        case (let asset?, nil, nil): return try Trust.line(asset)
        case (nil, let a?, let b?):
            let pool = try PoolOptions.parameters(a, b)
            Console.say("pool      \(StrKey.liquidityPool(pool.id).text)")
            return .poolShare(pool)
        default: throw Failure(.usage, "give either --asset, or --asset-a and --asset-b")
        }
    }
}
