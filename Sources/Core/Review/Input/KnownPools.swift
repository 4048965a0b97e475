// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
package import TextCodec
import XDR

/// Pools whose two assets are known. Whoever says them need not be believed: a pool's name is the hash of what it is made of.
package struct KnownPools: Sendable {
    private var pools: [PoolID: LiquidityPoolConstantProductParameters] = [:]

    package init() {}

    package mutating func add(_ parameters: LiquidityPoolParameters) {
        switch parameters {
        case .liquidityPoolConstantProduct(let pool): pools[parameters.id] = pool
        }
    }

    /// From a request's hints; what is no pool is passed over.
    package mutating func take(_ hints: JSON) {
        for pool in hints["pools"]?.asArray ?? [] {
            guard let a = try? Asset(pool["asset_a"]?.asString ?? ""),
                let b = try? Asset(pool["asset_b"]?.asString ?? ""),
                let parameters = LiquidityPoolParameters(a, b)
            else { continue }
            add(parameters)
        }
    }

    /// With those that the transaction itself trusts.
    func adding(_ transaction: Transaction) -> KnownPools {
        var known = self
        for operation in transaction.operations {
            guard case .changeTrust(let op) = operation.body, case .poolShare(let parameters) = op.line else {
                continue
            }
            known.add(parameters)
        }
        return known
    }

    subscript(_ id: PoolID) -> (a: Asset, b: Asset)? { pools[id].map { ($0.assetA, $0.assetB) } }
}
