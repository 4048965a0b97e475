// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// A transaction, login or message with its review. Only `Reviewer` creates one, and it is the only way to a
/// signature: `approve`, then `ApprovedEnvelope.signed(by:)`.
package struct ReviewedItem: Sendable {
    package let review: Review
    private let input: ReviewInput

    init(review: Review, input: ReviewInput) {
        self.review = review
        self.input = input
    }

    /// The envelope with its original signatures; nil if the subject is not an envelope.
    package var envelope: TransactionEnvelope? {
        if case .envelope(let envelope, _) = input.subject { envelope } else { nil }
    }

    /// The findings that the review would have in addition if it were made with this history instead of its own.
    package func added(after history: any SigningHistory) -> [Finding] {
        var again = input
        again.history = history
        let shown = Set(review.allFindings)
        return Reviewer.review(again).review.allFindings.filter { !shown.contains($0) }
    }

    /// Approves what was reviewed: a person has seen the review and agrees, or `--yes` stands for one. This passes
    /// infos and warnings. Holds are passed one by one, each by typing its value.
    ///
    /// - Parameter proof: proves that the review's policy is the owner's own, so that it may pass holds.
    /// - Throws: `.refused` if a rule refuses, `.held` if a hold was not passed.
    package func approve(holdsPassed: Set<PassedHold> = [], policy proof: PolicyProof? = nil) throws(ApprovalError)
        -> ApprovedEnvelope
    {
        let refusals = review.allFindings.filter { $0.level == .refuse }
        if !refusals.isEmpty { throw .refused(refusals) }
        // A proof of another policy than the reviewed one passes nothing.
        let policy = proof.flatMap { $0.policy == input.policy ? $0.policy : nil }
        let open = review.holds.filter { !holdsPassed.passes($0) && policy?.passes($0) != true }
        if !open.isEmpty { throw .held(open) }
        return ApprovedEnvelope(hash: review.hash, input: input)
    }
}
