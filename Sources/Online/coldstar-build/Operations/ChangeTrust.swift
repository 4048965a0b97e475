// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR

struct ChangeTrust: OperationCommand {
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

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let limit =
            try limit.map { text throws(Failure) in
                try Arguments.amount(text, "--limit", allowingZero: true)
            } ?? .max
        return .changeTrust(ChangeTrustOp(line: try line(in: &draft), limit: limit.stroops))
    }

    private func line(in draft: inout Draft) throws(Failure) -> ChangeTrustAsset {
        switch (asset, assetA, assetB) {
        case (let asset?, nil, nil): return try Trust.line(asset, in: &draft)
        case (nil, let a?, let b?):
            let pool = try PoolOptions.parameters(a, b, in: &draft)
            Console.say("pool      \(StrKey.liquidityPool(pool.id).text)")
            return .poolShare(pool)
        default: throw Failure(.usage, "give either --asset, or --asset-a and --asset-b")
        }
    }
}
