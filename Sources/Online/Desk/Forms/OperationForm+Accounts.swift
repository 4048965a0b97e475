// SPDX-License-Identifier: Apache-2.0

import Building
import Faults
import Handoff

extension OperationForm {
    private static let plainAccount = "G..., a contact, or name*domain."

    static let setOptions = OperationForm(
        "set-options", "Account options", "Change signers, thresholds, flags or home domain of the account.",
        [
            .optional(
                "signer", "Signer", .account, "A signer to add, change or remove: G..., a contact, T..., X... or P..."),
            .optional("signer-weight", "Weight of the signer", .number, "0 to 255; 0 removes it."),
            .optional("master-weight", "Weight of the own key", .number, "0 to 255; with 0 it can no longer sign."),
            .optional("low-threshold", "Low threshold", .number, "0 to 255."),
            .optional("med-threshold", "Medium threshold", .number, "Which payments need; 0 to 255."),
            .optional(
                "high-threshold", "High threshold", .number, "Which changing signers and merging need; 0 to 255."),
            .optional("set-flags", "Flags to set", .text, flagNames),
            .optional("clear-flags", "Flags to clear", .text, flagNames),
            .optional(
                "home-domain", "Home domain", .text, "Where the account's stellar.toml is; at most 32 characters."),
            .optional("clear-home-domain", "Remove the home domain", .flag, "The account has none afterwards."),
            .optional(
                "preauthorize", "Preauthorize", .area,
                "A transaction to authorize in advance: its hash becomes a signer."),
            .optional("inflation-dest", "Inflation destination", .account, "No effect since inflation ended."),
        ]
    ) { fields throws(Failure) in
        var input = SetOptionsInput()
        (input.inflationDest, input.clearFlags, input.setFlags) =
            (fields["inflation-dest"], fields["clear-flags"], fields["set-flags"])
        (input.masterWeight, input.lowThreshold) = (fields["master-weight"], fields["low-threshold"])
        (input.medThreshold, input.highThreshold) = (fields["med-threshold"], fields["high-threshold"])
        (input.signer, input.signerWeight) = (fields["signer"], fields["signer-weight"])
        input.homeDomain = fields.isOn("clear-home-domain") ? "" : fields["home-domain"]
        if let text = fields["preauthorize"] {
            input.preauthorize = try TransactionInput(
                Array(text.utf8), origin: "the transaction to authorize", isText: true)
        }
        return input
    }

    private static let flagNames =
        "auth_required, auth_revocable, auth_immutable, auth_clawback_enabled; separated by commas."

    static let manageData = OperationForm(
        "manage-data", "Data entry", "Set or remove a data entry of the account.",
        [
            FormField("data-name", "Name", .text, "1 to 64 ASCII characters."),
            .optional("data-value", "Value as text", .text, "At most 64 bytes."),
            .optional("data-value-hex", "Value in hexadecimal digits", .text, "Instead of text."),
            .optional("data-value-base64", "Value in base64", .text, "Instead of text."),
            .optional("delete", "Remove the entry", .flag, "The account has no entry of this name afterwards."),
        ]
    ) { fields throws(Failure) in
        var input = DataEntryInput(try fields.required("data-name"))
        (input.dataValue, input.dataValueHex) = (fields["data-value"], fields["data-value-hex"])
        input.dataValueBase64 = fields["data-value-base64"]
        input.delete = fields.isOn("delete")
        return input
    }

    static let bumpSequence = OperationForm(
        "bump-sequence", "Bump sequence", "Raise the account's sequence number.",
        [FormField("bump-to", "New sequence number", .number, "One below the account's own has no effect.")]
    ) { fields throws(Failure) in BumpSequenceInput(bumpTo: try fields.required("bump-to")) }

    static let setTrustLineFlags = OperationForm(
        "set-trust-line-flags", "Trustline flags", "As issuer, set or clear the flags of another account's trustline.",
        [
            FormField("trustor", "Account", .account, "The trustline's account: " + plainAccount),
            FormField("asset", "Asset", .asset, "CODE:ISSUER; the issuer is the account that acts."),
            .optional("set-flags", "Flags to set", .text, "authorized, authorized_to_maintain_liabilities."),
            .optional(
                "clear-flags", "Flags to clear", .text,
                "authorized, authorized_to_maintain_liabilities, trustline_clawback_enabled."),
        ]
    ) { fields throws(Failure) in
        TrustLineFlagsInput(
            trustor: try fields.required("trustor"), asset: try fields.required("asset"),
            clearFlags: fields["clear-flags"], setFlags: fields["set-flags"])
    }

    static let allowTrust = OperationForm(
        "allow-trust", "Allow trust", "As issuer, authorize another account's trustline (the old form).",
        [
            FormField("trustor", "Account", .account, "The trustline's account: " + plainAccount),
            FormField("asset", "Asset code", .text, "The issuer is the operation's source account."),
            FormField(
                "authorize", "Authorization",
                .choice(
                    ["authorized", "authorized_to_maintain_liabilities", "none"].map {
                        FormField.Choice(value: $0, label: $0)
                    }), "What the account may do with the asset."),
        ]
    ) { fields throws(Failure) in
        AllowTrustInput(
            trustor: try fields.required("trustor"), asset: try fields.required("asset"),
            authorize: try fields.required("authorize"))
    }

    static let clawback = OperationForm(
        "clawback", "Clawback", "As issuer, take an amount of an asset back from an account.",
        [
            FormField("asset", "Asset", .asset, "CODE:ISSUER; the issuer is the account that acts."),
            FormField("from", "From", .account, "The account that loses it: G..., M..., a contact, or name*domain."),
            FormField("amount", "Amount", .amount, "Units, exact to 7 decimals."),
        ]
    ) { fields throws(Failure) in
        ClawbackInput(
            asset: try fields.required("asset"), from: try fields.required("from"),
            amount: try fields.required("amount"))
    }

    static let clawbackClaimableBalance = OperationForm(
        "clawback-claimable-balance", "Clawback of a claimable balance", "As issuer, take a claimable balance back.",
        [balanceID]
    ) { fields throws(Failure) in ClaimInput(balanceID: try fields.required("balance-id"), isClawback: true) }

    static let beginSponsoring = OperationForm(
        "begin-sponsoring-future-reserves", "Begin sponsoring",
        "Pay the reserves of what another account creates next.",
        [FormField("sponsored-id", "Account", .account, "The sponsored account: " + plainAccount)]
    ) { fields throws(Failure) in SponsorshipInput(sponsoredId: try fields.required("sponsored-id")) }

    static let endSponsoring = OperationForm(
        "end-sponsoring-future-reserves", "End sponsoring", "End the sponsorship that was begun in this transaction.",
        []
    ) { _ in PlainInput.endSponsoringFutureReserves }

    static let revokeSponsorship = OperationForm(
        "revoke-sponsorship", "Revoke sponsorship", "Return the reserve of an entry to its owner.",
        [
            .optional("account-id", "Account", .account, "The entry's account: " + plainAccount),
            .optional("asset", "Trustline", .asset, "The trustline for this asset, CODE:ISSUER."),
            .optional("liquidity-pool-id", "Pool shares", .text, "The trustline for shares of this pool, L..."),
            .optional("offer-id", "Offer", .number, "The offer with this id."),
            .optional("data-name", "Data entry", .text, "The data entry of this name."),
            .optional("signer-key", "Signer", .text, "This signer: G..., T..., X... or P..."),
            .optional("balance-id", "Claimable balance", .text, "B..."),
        ]
    ) { fields throws(Failure) in
        var input = RevokeSponsorshipInput()
        (input.accountId, input.asset) = (fields["account-id"], fields["asset"])
        (input.liquidityPoolId, input.offerId) = (fields["liquidity-pool-id"], fields["offer-id"])
        (input.dataName, input.signerKey) = (fields["data-name"], fields["signer-key"])
        input.balanceId = fields["balance-id"]
        return input
    }

    private static let sorobanData = FormField(
        "soroban-data", "Soroban data", .area, "SorobanTransactionData: base64 XDR or SEP-51 JSON.")

    static let invokeHostFunction = OperationForm(
        "invoke-host-function", "Invoke host function", "Call or deploy a contract, or upload its code.",
        [
            FormField("host-function", "Host function", .area, "HostFunction: base64 XDR or SEP-51 JSON."),
            .optional("auth", "Authorization entries", .area, "SorobanAuthorizationEntry, one a line."), sorobanData,
        ]
    ) { fields throws(Failure) in
        ContractInput(
            .invoke(
                function: try fields.wire("host-function"),
                auth: fields.lines("auth").map { WireInput(Array($0.utf8), origin: nil) }),
            sorobanData: try fields.wire("soroban-data"))
    }

    static let extendFootprintTTL = OperationForm(
        "extend-footprint-ttl", "Extend time to live", "Extend the time to live of contract entries.",
        [
            FormField("extend-to", "Ledgers", .number, "The minimum number of ledgers the entries live from now."),
            sorobanData,
        ]
    ) { fields throws(Failure) in
        ContractInput(.extend(to: try fields.required("extend-to")), sorobanData: try fields.wire("soroban-data"))
    }

    static let restoreFootprint = OperationForm(
        "restore-footprint", "Restore entries", "Restore archived contract entries.", [sorobanData]
    ) { fields throws(Failure) in ContractInput(.restore, sorobanData: try fields.wire("soroban-data")) }

    static let inflation = OperationForm(
        "inflation", "Inflation", "The former weekly inflation; networks refuse it since protocol 12.", []
    ) { _ in PlainInput.inflation }

    /// Every operation, under the headings of the page of operations.
    static let groups: [(heading: String, forms: [OperationForm])] = [
        (
            "Payments",
            [payment, strictSend, strictReceive, createClaimableBalance, claimClaimableBalance]
        ),
        ("Accounts", [createAccount, setOptions, manageData, bumpSequence, mergeAccount]),
        ("Trustlines", [trustAdd, trustRemove, changeTrust]),
        (
            "Markets",
            [
                manageSellOffer, manageBuyOffer, createPassiveSellOffer, liquidityPoolDeposit, liquidityPoolWithdraw,
            ]
        ),
        ("Issuers", [setTrustLineFlags, allowTrust, clawback, clawbackClaimableBalance]),
        ("Sponsorship", [beginSponsoring, endSponsoring, revokeSponsorship]),
        ("Contracts", [invokeHostFunction, extendFootprintTTL, restoreFootprint]),
        ("Obsolete", [inflation]),
    ]

    /// The form with the name of a command.
    static func named(_ name: String) -> OperationForm? {
        groups.lazy.flatMap(\.forms).first { $0.name == name }
    }
}
