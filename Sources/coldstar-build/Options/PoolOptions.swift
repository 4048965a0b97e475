// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLISupport
import Stellar
import StellarXDR

/// A liquidity pool: by its name on the ledger, or by its two assets.
struct PoolOptions: ParsableArguments {
    @Option(help: "The pool, L..., or the 64 hexadecimal digits that Horizon shows; or give its two assets.")
    var liquidityPoolId: String?

    @Option(help: "The pool's first asset: native or CODE:ISSUER.", completion: Completion.assets)
    var assetA: String?

    @Option(help: "The pool's second asset: CODE:ISSUER.", completion: Completion.assets)
    var assetB: String?

    /// The pool's name. One that was worked out is shown, and its assets go along in the draft.
    func id(in draft: inout Draft) throws(Failure) -> PoolID {
        if let liquidityPoolId {
            guard assetA == nil, assetB == nil else {
                throw Failure(.usage, "give either --liquidity-pool-id or --asset-a and --asset-b")
            }
            return try Arguments.pool(liquidityPoolId, "--liquidity-pool-id")
        }
        guard let assetA, let assetB else {
            throw Failure(.usage, "no pool is given: --liquidity-pool-id, or --asset-a and --asset-b")
        }
        let pool = try Self.parameters(assetA, assetB)
        draft.add(pool)
        let id = pool.id
        Console.say("pool      \(StrKey.liquidityPool(id).text)")
        return id
    }

    /// The pool of two assets. They are not put in order silently: amounts and prices beside them would be the other way round.
    static func parameters(_ a: String, _ b: String) throws(Failure) -> LiquidityPoolParameters {
        let (a, b) = (try Arguments.asset(a, "--asset-a"), try Arguments.asset(b, "--asset-b"))
        guard a != b else { throw Failure(.badInput, "--asset-a and --asset-b are the same asset") }
        guard let pool = LiquidityPoolParameters(a, b) else {
            throw Failure(
                .badInput, "--asset-a: a pool's assets have an order, and \(b.text) comes before \(a.text)",
                hint: "exchange --asset-a and --asset-b, and with them the amounts and prices")
        }
        return pool
    }
}
