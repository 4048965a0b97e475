// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR
package import Workspace

/// A liquidity pool, by its ID or by its two assets.
package enum PoolInput: Hashable, Sendable {
    case id(PoolID)
    case assets(AssetReference, AssetReference)

    /// The pool's ID. One computed from the assets is noted, and the request carries the assets.
    func id(in builder: inout TransactionBuilder) throws(Failure) -> PoolID {
        switch self {
        case .id(let id): return id
        case .assets(let a, let b):
            let pool = try Self.parameters(a, b, in: &builder)
            builder.add(pool)
            return pool.id
        }
    }

    /// The pool of two assets, which is noted. They are not sorted silently, because that would swap the amounts and
    /// prices given with them.
    static func parameters(
        _ a: AssetReference, _ b: AssetReference, in builder: inout TransactionBuilder
    ) throws(Failure) -> LiquidityPoolParameters {
        let (a, b) = (try builder.asset(a, .assetA), try builder.asset(b, .assetB))
        guard a != b else { throw Failure(.badInput, "\(field: .assetA) and \(field: .assetB) are the same asset") }
        guard let pool = LiquidityPoolParameters(a, b) else {
            throw Failure(
                .badInput, .assetA, "a pool's assets are sorted, and \(b.text) comes before \(a.text)",
                hint: "swap \(field: .assetA) and \(field: .assetB), and their amounts and prices")
        }
        builder.notices.append(.fact(.pool, Wording(StrKey.liquidityPool(pool.id).text)))
        return pool
    }

    fileprivate init(_ texts: FieldTexts) throws(Failure) {
        let (a, b): (AssetReference?, AssetReference?) = (try texts.optional(.assetA), try texts.optional(.assetB))
        if let pool: PoolReference = try texts.optional(.liquidityPoolID) {
            guard a == nil, b == nil else {
                throw Failure(
                    .usage, "give either \(field: .liquidityPoolID) or \(field: .assetA) and \(field: .assetB)")
            }
            self = .id(pool.id)
        } else if let a, let b {
            self = .assets(a, b)
        } else {
            throw Failure(
                .usage, "no pool is given: use \(field: .liquidityPoolID), or \(field: .assetA) and \(field: .assetB)")
        }
    }
}

/// A deposit of two assets into a liquidity pool, for pool shares.
package struct PoolDepositInput: OperationInput {
    private let pool: PoolInput
    private let maxAmountA: Amount
    private let maxAmountB: Amount
    private let minPrice: Price
    private let maxPrice: Price

    package init(_ pool: PoolInput, maxAmountA: Amount, maxAmountB: Amount, minPrice: Price, maxPrice: Price) {
        self.pool = pool
        self.maxAmountA = maxAmountA
        self.maxAmountB = maxAmountB
        self.minPrice = minPrice
        self.maxPrice = maxPrice
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        guard Int64(minPrice.n) * Int64(maxPrice.d) <= Int64(maxPrice.n) * Int64(minPrice.d) else {
            throw Failure(.badInput, "\(field: .minPrice) is above \(field: .maxPrice)")
        }
        return .liquidityPoolDeposit(
            LiquidityPoolDepositOp(
                liquidityPoolID: try pool.id(in: &builder), maxAmountA: try maxAmountA.positive(.maxAmountA).stroops,
                maxAmountB: try maxAmountB.positive(.maxAmountB).stroops, minPrice: minPrice, maxPrice: maxPrice))
    }
}

/// A withdrawal of both assets from a liquidity pool, for pool shares.
package struct PoolWithdrawalInput: OperationInput {
    private let pool: PoolInput
    private let amount: Amount
    private let minAmountA: Amount
    private let minAmountB: Amount

    package init(_ pool: PoolInput, amount: Amount, minAmountA: Amount, minAmountB: Amount) {
        self.pool = pool
        self.amount = amount
        self.minAmountA = minAmountA
        self.minAmountB = minAmountB
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        .liquidityPoolWithdraw(
            LiquidityPoolWithdrawOp(
                liquidityPoolID: try pool.id(in: &builder), amount: try amount.positive(.amount).stroops,
                minAmountA: try minAmountA.positive(.minAmountA, allowsZero: true).stroops,
                minAmountB: try minAmountB.positive(.minAmountB, allowsZero: true).stroops))
    }
}

extension OperationSpec {
    private static let pool: [InputField] = [
        .optional(
            .liquidityPoolID, "Pool", .text,
            "The liquidity pool, L..., or its 64 hexadecimal digits as in Horizon; or give its two assets."),
        .optional(.assetA, "First asset", .asset, "The pool's first asset: \(InputField.anyAsset)"),
        .optional(.assetB, "Second asset", .asset, "The pool's second asset: CODE:ISSUER."),
    ]

    package static let liquidityPoolDeposit = OperationSpec(
        "liquidity-pool-deposit", title: "Pool deposit", "Deposit two assets into a liquidity pool for pool shares.",
        pool + [
            InputField(
                .maxAmountA, "At most of the first", .amount, "The maximum of the first asset to deposit."),
            InputField(
                .maxAmountB, "At most of the second", .amount, "The maximum of the second asset to deposit."),
            InputField(
                .minPrice, "Lowest price", .text,
                "The lowest price, the first asset's amount divided by the second's: a decimal number or N/D."),
            InputField(.maxPrice, "Highest price", .text, "The highest price: a decimal number or N/D."),
        ],
        example: [
            (.assetA, "native"), (.assetB, "USDC:G..."), (.maxAmountA, "100"), (.maxAmountB, "12"), (.minPrice, "8"),
            (.maxPrice, "9"),
        ]
    ) { texts throws(Failure) in
        PoolDepositInput(
            try PoolInput(texts), maxAmountA: try texts.value(.maxAmountA), maxAmountB: try texts.value(.maxAmountB),
            minPrice: try texts.value(.minPrice), maxPrice: try texts.value(.maxPrice))
    }

    package static let liquidityPoolWithdraw = OperationSpec(
        "liquidity-pool-withdraw", title: "Pool withdrawal",
        "Withdraw both assets from a liquidity pool for pool shares.",
        pool + [
            InputField(.amount, "Shares", .amount, "The amount of pool shares to redeem."),
            InputField(
                .minAmountA, "At least of the first", .amount,
                "The minimum of the first asset to accept; may be 0."),
            InputField(
                .minAmountB, "At least of the second", .amount,
                "The minimum of the second asset to accept; may be 0."),
        ], example: [(.liquidityPoolID, "L..."), (.amount, "10"), (.minAmountA, "90"), (.minAmountB, "11")]
    ) { texts throws(Failure) in
        PoolWithdrawalInput(
            try PoolInput(texts), amount: try texts.value(.amount), minAmountA: try texts.value(.minAmountA),
            minAmountB: try texts.value(.minAmountB))
    }
}

extension TransactionBuilder {
    /// Adds a pool's assets to the hints, so that the signer can name them.
    fileprivate mutating func add(_ pool: LiquidityPoolParameters) {
        let assets =
            switch pool {
            case .liquidityPoolConstantProduct(let found): found
            }
        let made: JSON = ["asset_a": .string(assets.assetA.text), "asset_b": .string(assets.assetB.text)]
        let known = hints["pools"]?.asArray ?? []
        if !known.contains(made) { hints["pools"] = .array(known + [made]) }
    }
}
