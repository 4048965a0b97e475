// SPDX-License-Identifier: Apache-2.0

import Building
import Faults

extension OperationForm {
    private static let account = "G..., M..., a contact, or name*domain."
    static let anyAsset = "XLM, CODE or CODE:ISSUER."

    static let destination = FormField("destination", "To", .account, account)

    static let payment = OperationForm(
        "payment", "Pay", "Send an amount of an asset to an account.",
        [
            destination,
            FormField("amount", "Amount", .amount, "Units, exact to 7 decimals; max sends all that is spendable."),
            FormField("asset", "Asset", .asset, anyAsset, initial: "XLM"),
            .optional(
                "link", "Payment link", .area,
                "web+stellar:pay (SEP-7): says destination, asset, memo and often the amount; the fields above stay empty then."
            ),
        ]
    ) { fields throws(Failure) in
        if let text = fields["link"] {
            guard fields["destination"] == nil else {
                throw Failure(.usage, .link, "the link names the destination; leave the field empty")
            }
            let link = try PayLink(Array(text.utf8), origin: "the link")
            return LinkPaymentInput(link, amount: fields["amount"])
        }
        return PaymentInput(
            destination: try fields.required("destination"), asset: try fields.required("asset"),
            amount: try fields.required("amount"))
    }

    private static let swapEnds = [
        FormField("send-asset", "Sell", .asset, anyAsset, initial: "XLM"),
        FormField("dest-asset", "Buy", .asset, anyAsset),
        .optional(
            "destination", "To", .account, "Who receives it: empty for the account that sells. " + account),
    ]
    private static let swapTerms: [FormField] = [
        .optional("slippage", "Slippage", .text, "The maximum deviation from the best path, for example 0.5%."),
        .optional("path", "Path", .text, "The intermediate assets, in order: A,B. Empty for the network's best path."),
    ]

    static let strictSend = OperationForm(
        "strict-send", "Swap", "Sell a fixed amount of one asset for another, over the network's best path.",
        [
            FormField("send-amount", "Amount to sell", .amount, "Exactly this amount is sold.")
        ] + swapEnds + [
            .optional(
                "dest-min", "At least", .amount,
                "The minimum to receive. Empty: the best path's yield, less the slippage.")
        ] + swapTerms
    ) { fields throws(Failure) in
        PathPaymentInput(
            .strictSend(amount: try fields.required("send-amount"), min: fields["dest-min"]),
            destination: try fields.first(of: "destination", "source"),
            sendAsset: try fields.required("send-asset"), destAsset: try fields.required("dest-asset"),
            path: fields["path"], slippage: fields["slippage"])
    }

    static let strictReceive = OperationForm(
        "strict-receive", "Swap for a fixed amount",
        "Buy a fixed amount of one asset with another, over the network's best path.",
        [
            FormField("dest-amount", "Amount to buy", .amount, "Exactly this amount is received.")
        ] + swapEnds + [
            .optional(
                "send-max", "At most", .amount, "The maximum to sell. Empty: the best path's cost, plus the slippage.")
        ] + swapTerms
    ) { fields throws(Failure) in
        PathPaymentInput(
            .strictReceive(amount: try fields.required("dest-amount"), max: fields["send-max"]),
            destination: try fields.first(of: "destination", "source"),
            sendAsset: try fields.required("send-asset"), destAsset: try fields.required("dest-asset"),
            path: fields["path"], slippage: fields["slippage"])
    }

    static let trustAdd = OperationForm(
        "trust-add", "Trust", "Add a trustline: the permission to hold an asset.",
        [
            FormField("asset", "Asset", .asset, "CODE:ISSUER."),
            .optional("limit", "Limit", .amount, "The maximum balance. Empty: unlimited."),
        ]
    ) { fields throws(Failure) in TrustLineInput(asset: try fields.required("asset"), .add(limit: fields["limit"])) }

    static let trustRemove = OperationForm(
        "trust-remove", "Remove a trustline", "Remove the trustline of an asset; its balance must be zero.",
        [FormField("asset", "Asset", .asset, "CODE:ISSUER.")]
    ) { fields throws(Failure) in TrustLineInput(asset: try fields.required("asset"), .remove) }

    static let createAccount = OperationForm(
        "create-account", "Create account", "Create an account with a starting balance.",
        [
            FormField("destination", "New account", .account, "G..., a contact, or name*domain."),
            FormField(
                "starting-balance", "Starting balance", .amount,
                "XLM; at least two base reserves, unless the reserve is sponsored."),
        ]
    ) { fields throws(Failure) in
        CreateAccountInput(
            destination: try fields.required("destination"), startingBalance: try fields.required("starting-balance"))
    }

    static let mergeAccount = OperationForm(
        "merge-account", "Merge account", "Move all XLM to another account and remove this one.",
        [FormField("destination", "To", .account, "The account that receives all XLM: " + account)]
    ) { fields throws(Failure) in MergeAccountInput(destination: try fields.required("destination")) }

    static let createClaimableBalance = OperationForm(
        "create-claimable-balance", "Create claimable balance",
        "Set an amount aside that claimants can claim, each under a condition.",
        [
            FormField("amount", "Amount", .amount, "Units, exact to 7 decimals."),
            FormField("asset", "Asset", .asset, anyAsset, initial: "XLM"),
            FormField(
                "claimant", "Claimants", .area, "One a line: ACCOUNT, or ACCOUNT CONDITION; 1 to 10 of them."),
        ]
    ) { fields throws(Failure) in
        ClaimableBalanceInput(
            asset: try fields.required("asset"), amount: try fields.required("amount"),
            claimant: fields.lines("claimant"))
    }

    static let claimClaimableBalance = OperationForm(
        "claim-claimable-balance", "Claim balance", "Claim a claimable balance.", [balanceID]
    ) { fields throws(Failure) in ClaimInput(balanceID: try fields.required("balance-id")) }

    static let balanceID = FormField(
        "balance-id", "Claimable balance", .text, "B..., or its 72 or 64 hexadecimal digits as in Horizon or explorers."
    )
}
