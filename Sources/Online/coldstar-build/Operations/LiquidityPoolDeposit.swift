// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Building

struct LiquidityPoolDeposit: OperationArguments {
    static let configuration = CommandConfiguration(
        abstract: "Deposit two assets into a liquidity pool for pool shares.",
        discussion: """
            Example: coldstar-build liquidity-pool-deposit --network testnet --source G... --asset-a native --asset-b USDC:G... \\
              --max-amount-a 100 --max-amount-b 12 --min-price 8 --max-price 9
            """)

    @OptionGroup var pool: PoolOptions

    @Option(help: "The maximum of the first asset to deposit.")
    var maxAmountA: String

    @Option(help: "The maximum of the second asset to deposit.")
    var maxAmountB: String

    @Option(help: "The lowest price, the first asset's amount divided by the second's: a decimal number or N/D.")
    var minPrice: String

    @Option(help: "The highest price: a decimal number or N/D.")
    var maxPrice: String

    func operation() -> any OperationInput {
        PoolDepositInput(
            pool.input, maxAmountA: maxAmountA, maxAmountB: maxAmountB, minPrice: minPrice, maxPrice: maxPrice)
    }
}
