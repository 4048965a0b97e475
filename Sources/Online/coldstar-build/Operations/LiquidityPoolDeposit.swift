// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Faults
import Shell
import Stellar
import StellarXDR

struct LiquidityPoolDeposit: OperationCommand {
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

    @OptionGroup var options: BuildOptions

    func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let least = try Arguments.price(minPrice, "--min-price")
        let most = try Arguments.price(maxPrice, "--max-price")
        guard Int64(least.n) * Int64(most.d) <= Int64(most.n) * Int64(least.d) else {
            throw Failure(.badInput, "--min-price is above --max-price")
        }
        return .liquidityPoolDeposit(
            LiquidityPoolDepositOp(
                liquidityPoolID: try pool.id(in: &draft),
                maxAmountA: try Arguments.amount(maxAmountA, "--max-amount-a").stroops,
                maxAmountB: try Arguments.amount(maxAmountB, "--max-amount-b").stroops, minPrice: least, maxPrice: most)
        )
    }
}
