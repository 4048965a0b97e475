// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building
import OnlineShell

/// A liquidity pool, by its ID or by its two assets.
struct PoolOptions: ParsableArguments {
    @Option(help: "The liquidity pool, L..., or its 64 hexadecimal digits as in Horizon; or give its two assets.")
    var liquidityPoolId: String?

    @Option(help: "The pool's first asset: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var assetA: String?

    @Option(help: "The pool's second asset: CODE:ISSUER.", completion: Completion.assets)
    var assetB: String?

    var input: PoolInput { PoolInput(id: liquidityPoolId, assetA: assetA, assetB: assetB) }
}
