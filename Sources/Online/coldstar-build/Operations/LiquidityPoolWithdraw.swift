// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct LiquidityPoolWithdraw: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Withdraw both assets from a liquidity pool for pool shares.",
        discussion: """
            Example: coldstar-build liquidity-pool-withdraw --network testnet --source G... --liquidity-pool-id L... \\
              --amount 10 --min-amount-a 90 --min-amount-b 11
            """)

    @OptionGroup var pool: PoolOptions

    @Option(help: "The amount of pool shares to redeem.")
    var amount: String

    @Option(help: "The minimum of the first asset to accept; may be 0.")
    var minAmountA: String

    @Option(help: "The minimum of the second asset to accept; may be 0.")
    var minAmountB: String

    func operation() -> any OperationInput {
        PoolWithdrawalInput(pool.input, amount: amount, minAmountA: minAmountA, minAmountB: minAmountB)
    }
}
