// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import OnlineShell
import Shell
import Stellar
import StellarXDR

/// A liquidity pool, by its ID or by its two assets.
struct PoolOptions: ParsableArguments {
    @Option(help: "The liquidity pool, L..., or its 64 hexadecimal digits as in Horizon; or give its two assets.")
    var liquidityPoolId: String?

    @Option(help: "The pool's first asset: XLM, CODE or CODE:ISSUER.", completion: Completion.assets)
    var assetA: String?

    @Option(help: "The pool's second asset: CODE:ISSUER.", completion: Completion.assets)
    var assetB: String?

    /// The pool's ID. One computed from the assets is shown, and the request carries the assets.
    func id(in draft: inout Draft) throws(Failure) -> PoolID {
        if let liquidityPoolId {
            guard assetA == nil, assetB == nil else {
                throw Failure(.usage, "give either --liquidity-pool-id or --asset-a and --asset-b")
            }
            return try Arguments.pool(liquidityPoolId, "--liquidity-pool-id")
        }
        guard let assetA, let assetB else {
            throw Failure(.usage, "no pool is given: use --liquidity-pool-id, or --asset-a and --asset-b")
        }
        let pool = try Self.parameters(assetA, assetB, in: &draft)
        draft.add(pool)
        let id = pool.id
        Console.say("pool      \(StrKey.liquidityPool(id).text)")
        return id
    }

    /// The pool of two assets. They are not sorted silently, because that would swap the amounts and prices given with
    /// them.
    static func parameters(
        _ a: String, _ b: String, in draft: inout Draft
    ) throws(Failure) -> LiquidityPoolParameters {
        let (a, b) = (try draft.asset(a, "--asset-a"), try draft.asset(b, "--asset-b"))
        guard a != b else { throw Failure(.badInput, "--asset-a and --asset-b are the same asset") }
        guard let pool = LiquidityPoolParameters(a, b) else {
            throw Failure(
                .badInput, "--asset-a: a pool's assets are sorted, and \(b.text) comes before \(a.text)",
                hint: "swap --asset-a and --asset-b, and their amounts and prices")
        }
        return pool
    }
}
