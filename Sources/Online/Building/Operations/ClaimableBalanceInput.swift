// SPDX-License-Identifier: Apache-2.0

package import Faults
import Handoff
import Stellar
package import StellarXDR
import XDR

/// The creation of a balance that others can claim. A claimant is `ACCOUNT` or `ACCOUNT CONDITION`.
package struct ClaimableBalanceInput: OperationInput {
    private let asset: String
    private let amount: String
    private let claimant: [String]

    package init(asset: String, amount: String, claimant: [String]) {
        self.asset = asset
        self.amount = amount
        self.claimant = claimant
    }

    package func body(in draft: inout Draft) throws(Failure) -> OperationBody {
        let asset = try draft.asset(asset, .asset)
        let amount = try Arguments.amount(amount, .amount)
        var claimants: [ClaimantV0] = []
        for text in claimant {
            let one = try Self.claimant(text, in: &draft)
            guard !claimants.contains(where: { $0.destination == one.destination }) else {
                throw Failure(.badInput, .claimant, "\(one.destination.address) is given twice")
            }
            claimants.append(one)
        }
        guard let bounded = BoundedArray<Claimant, 10>(claimants.map(Claimant.v0)) else {
            throw Failure(.badInput, .claimant, "at most 10 accounts")
        }
        return .createClaimableBalance(
            CreateClaimableBalanceOp(asset: asset, amount: amount.stroops, claimants: bounded))
    }

    private static func claimant(_ text: String, in draft: inout Draft) throws(Failure) -> ClaimantV0 {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let name = parts.first else { throw Failure(.badInput, "\(field: .claimant) is empty") }
        var predicate = ClaimPredicate.unconditional
        if parts.count == 2 {
            do { predicate = try ClaimPredicate(String(parts[1])) } catch {
                throw Failure(
                    .badInput, .claimant, "\(error.message)", hint: "for example: \"G... before 2027-01-01T00:00:00Z\""
                )
            }
        }
        return ClaimantV0(destination: try draft.accountID(String(name), .claimant), predicate: predicate)
    }
}
