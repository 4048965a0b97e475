// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR
package import Workspace

/// Flags of a trustline that the asset's issuer sets or clears.
package struct TrustLineFlagsInput: OperationInput {
    private let trustor: AccountReference
    private let asset: AssetReference
    private let clearFlags: TrustLineFlagSet?
    private let setFlags: TrustLineFlagSet?

    package init(
        trustor: AccountReference, asset: AssetReference, clearFlags: TrustLineFlagSet? = nil,
        setFlags: TrustLineFlagSet? = nil
    ) {
        self.trustor = trustor
        self.asset = asset
        self.clearFlags = clearFlags
        self.setFlags = setFlags
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let asset = try builder.ownAsset(asset, .asset)
        guard setFlags != nil || clearFlags != nil else {
            throw Failure(.usage, "nothing to change: \(field: .setFlags) or \(field: .clearFlags)")
        }
        let (set, clear) = (setFlags ?? [], clearFlags ?? [])
        guard !set.contains(.clawback) else {
            throw Failure(.badInput, .setFlags, "trustline_clawback_enabled can only be cleared")
        }
        guard set.isDisjoint(with: clear) else {
            throw Failure(.badInput, "\(field: .setFlags) and \(field: .clearFlags) both contain the same flag")
        }
        guard set != [.authorized, .maintainsLiabilities] else {
            throw Failure(
                .badInput, .setFlags, "authorized cannot be combined with authorized_to_maintain_liabilities")
        }
        let trustor = try builder.accountID(trustor, .trustor)
        return .setTrustLineFlags(
            SetTrustLineFlagsOp(trustor: trustor, asset: asset, clearFlags: clear.rawValue, setFlags: set.rawValue))
    }
}

/// The older form of `TrustLineFlagsInput`: authorizes an account to hold the issuer's asset, or revokes it.
package struct AllowTrustInput: OperationInput {
    private let trustor: AccountReference
    private let code: String
    private let authorize: TrustLineFlagSet

    /// - Parameters:
    ///   - code: the asset's; its issuer is the account that acts.
    ///   - authorize: one of the two kinds of authorization, or none.
    package init(trustor: AccountReference, code: String, authorize: TrustLineFlagSet) {
        self.trustor = trustor
        self.code = code
        self.authorize = authorize
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        guard authorize.rawValue <= 2 else {
            throw Failure(.badInput, .authorize, "must be none, authorized or authorized_to_maintain_liabilities")
        }
        let code = try code(issuedBy: builder.actor)
        return .allowTrust(
            AllowTrustOp(
                trustor: try builder.accountID(trustor, .trustor), asset: code, authorize: authorize.rawValue))
    }

    private func code(issuedBy issuer: AccountID) throws(Failure) -> AssetCode {
        let made: Asset
        do { made = try Asset(code: code, issuer: issuer) } catch {
            throw Failure(.badInput, .asset, "\(error.message)", hint: "give only the code")
        }
        switch made {
        case .creditAlphanum4(let credit): return .creditAlphanum4(credit.assetCode)
        case .creditAlphanum12(let credit): return .creditAlphanum12(credit.assetCode)
        case .native: preconditionFailure("a code with an issuer is not native")
        }
    }
}

/// The clawback of an amount of the issuer's asset from an account.
package struct ClawbackInput: OperationInput {
    private let asset: AssetReference
    private let from: AccountReference
    private let amount: Amount

    package init(asset: AssetReference, from: AccountReference, amount: Amount) {
        self.asset = asset
        self.from = from
        self.amount = amount
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let asset = try builder.ownAsset(asset, .asset)
        let amount = try amount.positive(.amount)
        let from = try builder.account(from, .from)
        return .clawback(ClawbackOp(asset: asset, from: from, amount: amount.stroops))
    }
}

extension OperationSpec {
    package static let setTrustLineFlags = OperationSpec(
        "set-trust-line-flags", title: "Trustline flags",
        "As an issuer, authorize an account to hold the asset, or revoke it.",
        [
            .trustor, .ownAsset,
            .optional(
                .clearFlags, "Flags to clear", .text,
                "Flags to clear, separated by commas: authorized, authorized_to_maintain_liabilities, trustline_clawback_enabled."
            ),
            .optional(
                .setFlags, "Flags to set", .text, "Flags to set: authorized, or authorized_to_maintain_liabilities."),
        ], example: [(.trustor, "G..."), (.asset, "USDC:G..."), (.setFlags, "authorized")]
    ) { texts throws(Failure) in
        TrustLineFlagsInput(
            trustor: try texts.value(.trustor), asset: try texts.value(.asset),
            clearFlags: try texts.optional(.clearFlags), setFlags: try texts.optional(.setFlags))
    }

    package static let allowTrust = OperationSpec(
        "allow-trust", title: "Allow trust",
        "As an issuer, authorize an account to hold the asset, or revoke it (older form of set-trust-line-flags).",
        [
            .trustor,
            InputField(
                .asset, "Asset code", .text, "The asset's code; the issuer is the operation's source account."),
            InputField(
                .authorize, "Authorization",
                .choice(["authorized", "authorized_to_maintain_liabilities", "none"]),
                "none, authorized, or authorized_to_maintain_liabilities."),
        ], example: [(.trustor, "G..."), (.asset, "USDC"), (.authorize, "authorized")]
    ) { texts throws(Failure) in
        AllowTrustInput(
            trustor: try texts.value(.trustor), code: try texts.required(.asset),
            authorize: try texts.required(.authorize) == "none" ? [] : try texts.value(.authorize))
    }

    package static let clawback = OperationSpec(
        "clawback", title: "Clawback", "As an issuer, claw back an amount of the asset from an account.",
        [
            .ownAsset,
            InputField(
                .from, "From", .account, "The account that loses it: G..., M..., a contact, or name*domain."),
            .amount,
        ], example: [(.asset, "USDC:G..."), (.from, "G..."), (.amount, "5")]
    ) { texts throws(Failure) in
        ClawbackInput(
            asset: try texts.value(.asset), from: try texts.value(.from), amount: try texts.value(.amount))
    }
}

extension TransactionBuilder {
    /// An asset issued by the operation's source account, for operations that only an issuer can do; a code alone is
    /// enough.
    fileprivate mutating func ownAsset(_ reference: AssetReference, _ field: FieldID) throws(Failure) -> Asset {
        if case .code(let code) = reference {
            do { return try Asset(code: code, issuer: actor) } catch {
                throw Failure(.badInput, field, "\(error.message)")
            }
        }
        let asset = try asset(reference, field)
        guard asset.issuer == actor else {
            throw Failure(.badInput, field, "only the asset's issuer can do this, and \(actor.address) is not it")
        }
        return asset
    }
}
