// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// A transaction, login or message together with its review. Only `Reviewer` makes one, and only from here leads a way
/// to a signature: `approve`, then `ApprovedEnvelope.signed(by:)`.
package struct ReviewedEnvelope: Sendable {
    package let review: Review
    private let input: ReviewInput

    init(review: Review, input: ReviewInput) {
        self.review = review
        self.input = input
    }

    /// The envelope with its signatures as they came; nil for anything but an envelope.
    package var envelope: TransactionEnvelope? {
        if case .envelope(let envelope, _, _) = input.subject { envelope } else { nil }
    }

    /// What the review would say besides, were it made after this history and not after the one that it was made from.
    package func added(after history: any SigningHistory) -> [Finding] {
        var again = input
        again.history = history
        let shown = Set(review.allFindings)
        return Reviewer.review(again).review.allFindings.filter { !shown.contains($0) }
    }

    /// Says that a person has seen the review and agrees, or that `--yes` stands for one: that passes what is to be
    /// known and warned of. Holds are passed one by one, each with what was typed.
    ///
    ///
    /// - Parameter policyIsProven: whether the policy of the review was found to be the owner's own; then the holds that it lets
    ///   pass do.
    /// - Throws: `.refused` when a rule refuses, `.held` when a hold was not passed.
    package func approve(holdsPassed: Set<PassedHold> = [], policyIsProven: Bool = false) throws(ApprovalError)
        -> ApprovedEnvelope
    {
        let refusals = review.allFindings.filter { $0.level == .refuse }
        if !refusals.isEmpty { throw .refused(refusals) }
        let open = review.holds.filter { hold in
            !holdsPassed.passes(hold) && !(policyIsProven && input.policy?.passes(hold) == true)
        }
        if !open.isEmpty { throw .held(open) }
        return ApprovedEnvelope(hash: review.hash, input: input)
    }
}
