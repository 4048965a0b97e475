// SPDX-License-Identifier: Apache-2.0

package import Codec
import Stellar
package import StellarXDR

/// Pools whose two assets are known. Their source need not be trusted: a pool's id is the hash of its parameters.
package struct KnownPools: Sendable {
    private var pools: [PoolID: LiquidityPoolConstantProductParameters] = [:]

    package init() {}

    package mutating func add(_ parameters: LiquidityPoolParameters) {
        switch parameters {
        case .liquidityPoolConstantProduct(let pool): pools[parameters.id] = pool
        }
    }

    /// Adds the pools in a request's hints; invalid ones are ignored.
    package mutating func take(_ hints: JSON) {
        for pool in hints["pools"]?.asArray ?? [] {
            guard let a = try? Asset(pool["asset_a"]?.asString ?? ""),
                let b = try? Asset(pool["asset_b"]?.asString ?? ""),
                let parameters = LiquidityPoolParameters(a, b)
            else { continue }
            add(parameters)
        }
    }

    /// The known pools and those of the transaction's own trustlines.
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
