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
        let least = try Arguments.price(minPrice, "--min-price")
        let most = try Arguments.price(maxPrice, "--max-price")
        guard Int64(least.n) * Int64(most.d) <= Int64(most.n) * Int64(least.d) else {
            throw Failure(.badInput, "--min-price is above --max-price")
        }
        return .liquidityPoolDeposit(
            LiquidityPoolDepositOp(
                liquidityPoolID: try pool.id(in: &draft),
                maxAmountA: try Arguments.amount(maxAmounts.a, "--max-amount-a").stroops,
                maxAmountB: try Arguments.amount(maxAmounts.b, "--max-amount-b").stroops, minPrice: least,
                maxPrice: most)
        )
    }
}
