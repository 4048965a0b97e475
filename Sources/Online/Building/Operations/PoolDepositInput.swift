// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// A deposit of two assets into a liquidity pool, for pool shares.
package struct PoolDepositInput: OperationInput {
    private let pool: PoolInput
    private let maxAmounts: (a: String, b: String)
    private let minPrice: String
    private let maxPrice: String

    package init(
        _ pool: PoolInput, maxAmountA: String, maxAmountB: String, minPrice: String, maxPrice: String
    ) {
        self.pool = pool
        maxAmounts = (maxAmountA, maxAmountB)
        self.minPrice = minPrice
        self.maxPrice = maxPrice
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let least = try Arguments.price(minPrice, .minPrice)
        let most = try Arguments.price(maxPrice, .maxPrice)
        guard Int64(least.n) * Int64(most.d) <= Int64(most.n) * Int64(least.d) else {
            throw Failure(.badInput, "\(field: .minPrice) is above \(field: .maxPrice)")
        }
        return .liquidityPoolDeposit(
            LiquidityPoolDepositOp(
                liquidityPoolID: try pool.id(in: &draft),
                maxAmountA: try Arguments.amount(maxAmounts.a, .maxAmountA).stroops,
                maxAmountB: try Arguments.amount(maxAmounts.b, .maxAmountB).stroops, minPrice: least,
                maxPrice: most)
        )
    }
}
