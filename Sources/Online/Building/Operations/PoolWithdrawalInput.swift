// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR

/// A withdrawal of both assets from a liquidity pool, for pool shares.
package struct PoolWithdrawalInput: OperationInput {
    private let pool: PoolInput
    private let amount: String
    private let minAmounts: (a: String, b: String)

    package init(_ pool: PoolInput, amount: String, minAmountA: String, minAmountB: String) {
        self.pool = pool
        self.amount = amount
        minAmounts = (minAmountA, minAmountB)
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        .liquidityPoolWithdraw(
            LiquidityPoolWithdrawOp(
                liquidityPoolID: try pool.id(in: &draft), amount: try Arguments.amount(amount, .amount).stroops,
                minAmountA: try Arguments.amount(minAmounts.a, .minAmountA, allowingZero: true).stroops,
                minAmountB: try Arguments.amount(minAmounts.b, .minAmountB, allowingZero: true).stroops))
    }
}
