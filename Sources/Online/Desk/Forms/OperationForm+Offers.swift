// SPDX-License-Identifier: Apache-2.0

import Building
import Faults

extension OperationForm {
    private static let offerAssets = [
        FormField("selling", "Sell", .asset, "What is given: " + anyAsset, initial: "XLM"),
        FormField("buying", "Buy", .asset, "What is wanted: " + anyAsset),
    ]
    private static let offerID = FormField.optional(
        "offer-id", "Offer", .number, "The offer to change. Empty: a new one.")

    private static func assets(_ fields: DeskFields) throws(Failure) -> OfferAssets {
        OfferAssets(selling: try fields.required("selling"), buying: try fields.required("buying"))
    }

    static let manageSellOffer = OperationForm(
        "manage-sell-offer", "Sell offer", "Offer to sell an amount of an asset, or change or delete such an offer.",
        offerAssets + [
            FormField("amount", "Amount to sell", .amount, "0 deletes the offer."),
            FormField("price", "Price", .text, "Units to buy for one unit to sell: a decimal number or N/D."), offerID,
        ]
    ) { fields throws(Failure) in
        OfferInput(
            .sell(offerID: fields["offer-id"] ?? "0"), try assets(fields), amount: try fields.required("amount"),
            price: try fields.required("price"))
    }

    static let manageBuyOffer = OperationForm(
        "manage-buy-offer", "Buy offer", "Offer to buy an amount of an asset, or change or delete such an offer.",
        offerAssets + [
            FormField("buy-amount", "Amount to buy", .amount, "0 deletes the offer."),
            FormField("price", "Price", .text, "Units to sell for one unit to buy: a decimal number or N/D."), offerID,
        ]
    ) { fields throws(Failure) in
        OfferInput(
            .buy(offerID: fields["offer-id"] ?? "0"), try assets(fields), amount: try fields.required("buy-amount"),
            price: try fields.required("price"))
    }

    static let createPassiveSellOffer = OperationForm(
        "create-passive-sell-offer", "Passive sell offer",
        "Offer to sell an amount of an asset without taking offers at the same price.",
        offerAssets + [
            FormField("amount", "Amount to sell", .amount, "Units, exact to 7 decimals."),
            FormField("price", "Price", .text, "Units to buy for one unit to sell: a decimal number or N/D."),
        ]
    ) { fields throws(Failure) in
        OfferInput(
            .passiveSell, try assets(fields), amount: try fields.required("amount"),
            price: try fields.required("price"))
    }

    private static let poolFields: [FormField] = [
        .optional("liquidity-pool-id", "Pool", .text, "L..., or its 64 hexadecimal digits; or give its two assets."),
        .optional("asset-a", "First asset", .asset, anyAsset),
        .optional("asset-b", "Second asset", .asset, "CODE:ISSUER."),
    ]

    private static func pool(_ fields: DeskFields) -> PoolInput {
        PoolInput(id: fields["liquidity-pool-id"], assetA: fields["asset-a"], assetB: fields["asset-b"])
    }

    static let liquidityPoolDeposit = OperationForm(
        "liquidity-pool-deposit", "Pool deposit", "Deposit two assets in a liquidity pool.",
        poolFields + [
            FormField("max-amount-a", "At most of the first", .amount, "The maximum of the first asset to deposit."),
            FormField("max-amount-b", "At most of the second", .amount, "The maximum of the second asset to deposit."),
            FormField(
                "min-price", "Lowest price", .text, "The first asset's amount divided by the second's: decimal or N/D."),
            FormField("max-price", "Highest price", .text, "A decimal number or N/D."),
        ]
    ) { fields throws(Failure) in
        PoolDepositInput(
            pool(fields), maxAmountA: try fields.required("max-amount-a"),
            maxAmountB: try fields.required("max-amount-b"), minPrice: try fields.required("min-price"),
            maxPrice: try fields.required("max-price"))
    }

    static let liquidityPoolWithdraw = OperationForm(
        "liquidity-pool-withdraw", "Pool withdrawal", "Redeem shares of a liquidity pool.",
        poolFields + [
            FormField("amount", "Shares", .amount, "The amount of pool shares to redeem."),
            FormField("min-amount-a", "At least of the first", .amount, "The minimum of the first asset; may be 0."),
            FormField("min-amount-b", "At least of the second", .amount, "The minimum of the second asset; may be 0."),
        ]
    ) { fields throws(Failure) in
        PoolWithdrawalInput(
            pool(fields), amount: try fields.required("amount"), minAmountA: try fields.required("min-amount-a"),
            minAmountB: try fields.required("min-amount-b"))
    }

    static let changeTrust = OperationForm(
        "change-trust", "Change trustline", "Add, change or remove a trustline, also for pool shares.",
        [
            .optional("asset", "Asset", .asset, "CODE:ISSUER."),
            .optional("asset-a", "Pool's first asset", .asset, "For pool shares."),
            .optional("asset-b", "Pool's second asset", .asset, "For pool shares."),
            .optional("limit", "Limit", .amount, "The maximum balance; 0 removes the trustline. Empty: unlimited."),
        ]
    ) { fields throws(Failure) in
        TrustLineInput(
            asset: fields["asset"], assetA: fields["asset-a"], assetB: fields["asset-b"], .set(limit: fields["limit"]))
    }
}
