// SPDX-License-Identifier: Apache-2.0

package import Codec
package import Stellar
package import StellarXDR
package import Workspace

/// An account that can claim a balance, under a condition.
package struct ClaimantInput: Hashable, Sendable {
    package let account: AccountReference
    package let predicate: ClaimPredicate

    package init(_ account: AccountReference, _ predicate: ClaimPredicate = .unconditional) {
        self.account = account
        self.predicate = predicate
    }
}

extension ClaimantInput: TextValue {
    /// - Parameter text: `ACCOUNT` or `ACCOUNT CONDITION`.
    package init(text: String) throws(Failure) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let name = parts.first else { throw Failure(.badInput, "it is empty") }
        account = try AccountReference(text: String(name))
        guard parts.count == 2 else {
            predicate = .unconditional
            return
        }
        do { predicate = try ClaimPredicate(String(parts[1])) } catch {
            throw Failure(.badInput, "\(error.message)", hint: "for example: \"G... before 2027-01-01T00:00:00Z\"")
        }
    }
}

/// The creation of a balance that others can claim.
package struct ClaimableBalanceInput: OperationInput {
    private let asset: AssetReference
    private let amount: Amount
    private let claimants: [ClaimantInput]

    package init(asset: AssetReference, amount: Amount, claimants: [ClaimantInput]) {
        self.asset = asset
        self.amount = amount
        self.claimants = claimants
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        let asset = try builder.asset(asset, .asset)
        let amount = try amount.positive(.amount)
        var claimants: [ClaimantV0] = []
        for one in self.claimants {
            let account = try builder.accountID(one.account, .claimant)
            guard !claimants.contains(where: { $0.destination == account }) else {
                throw Failure(.badInput, .claimant, "\(account.address) is given twice")
            }
            claimants.append(ClaimantV0(destination: account, predicate: one.predicate))
        }
        guard let bounded = BoundedArray<Claimant, 10>(claimants.map(Claimant.v0)) else {
            throw Failure(.badInput, .claimant, "at most 10 accounts")
        }
        return .createClaimableBalance(
            CreateClaimableBalanceOp(asset: asset, amount: amount.stroops, claimants: bounded))
    }
}

/// A claimable balance to claim or, as the issuer of its asset, to claw back.
package struct ClaimInput: OperationInput {
    private let balanceID: ClaimableBalanceID
    private let isClawback: Bool

    package init(balanceID: ClaimableBalanceID, isClawback: Bool = false) {
        self.balanceID = balanceID
        self.isClawback = isClawback
    }

    package func body(in builder: inout TransactionBuilder) throws(Failure) -> OperationBody {
        isClawback
            ? .clawbackClaimableBalance(ClawbackClaimableBalanceOp(balanceID: balanceID))
            : .claimClaimableBalance(ClaimClaimableBalanceOp(balanceID: balanceID))
    }
}

extension OperationSpec {
    package static let createClaimableBalance = OperationSpec(
        "create-claimable-balance", title: "Create claimable balance",
        "Create a balance that others can claim, under conditions.",
        notes: """
            A claimant is an account, optionally followed by a space and the condition under which it may claim:
              unconditional | before TIME | after TIME | within SPAN | not(C) | and(C, C) | or(C, C)
            TIME is RFC 3339 or unix seconds; SPAN counts from the creation of the balance: 90s, 30m, 24h, 7d.
            """,
        [
            .asset, .amount,
            InputField(
                .claimant, "Claimants", .list, "\"ACCOUNT\" or \"ACCOUNT CONDITION\"; 1 to 10 of them."),
        ],
        example: [
            (.asset, "native"), (.amount, "10"), (.claimant, "\"G... before 2027-01-01T00:00:00Z\""),
            (.claimant, "\"G... not(before 2027-01-01T00:00:00Z)\""),
        ]
    ) { texts throws(Failure) in
        ClaimableBalanceInput(
            asset: try texts.value(.asset), amount: try texts.value(.amount), claimants: try texts.values(.claimant))
    }

    package static let claimClaimableBalance = OperationSpec(
        "claim-claimable-balance", title: "Claim balance", "Claim a claimable balance.", [.balanceID],
        example: [(.balanceID, "B...")]
    ) { texts throws(Failure) in ClaimInput(balanceID: try texts.value(.balanceID)) }

    package static let clawbackClaimableBalance = OperationSpec(
        "clawback-claimable-balance", title: "Clawback of a claimable balance",
        "As an issuer, claw back a claimable balance of the asset.", [.balanceID], example: [(.balanceID, "B...")]
    ) { texts throws(Failure) in ClaimInput(balanceID: try texts.value(.balanceID), isClawback: true) }
}
