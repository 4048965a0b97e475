// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR
import XDR

/// Everything that a person is shown about one thing to sign.
package struct Review: Sendable {
    package let kind: ReviewKind
    /// Nil for what is bound to no network: a message, a payload.
    package let network: Network?
    /// What would be signed; nil for a raw payload.
    package let hash: TransactionHash?
    package let content: Content
    package let operations: [OperationReview]
    /// In the order of the rules: what is about the whole, then by operation.
    package let findings: [Finding]
    package let signatures: [SignatureReview]
    package let challenge: ChallengeVerdict?
    /// Who can sign for the accounts that the transaction changes, after all its operations; empty for one of a batch.
    package let authority: AuthorityForecast
    package let claims: Claims
    /// Whose signature it would be; nil where nobody is about to sign.
    package let key: AccountID?
    package let now: Timestamp
    /// For the names of accounts.
    package let book: Book
    let limits: ReviewLimits
    private let within: [Review]
    /// The reviews of transactions that came along, see `ReviewInput.companions`.
    package let companions: [Review]

    /// What the facts are about.
    package enum Content: Sendable {
        case transaction(Transaction)
        case feeBump(FeeBumpTransaction)
        case message([UInt8])
        case nothing
    }

    init(
        kind: ReviewKind, network: Network?, hash: TransactionHash?, content: Content,
        operations: [OperationReview] = [],
        findings: [Finding], signatures: [SignatureReview] = [], challenge: ChallengeVerdict? = nil,
        authority: AuthorityForecast = AuthorityForecast(), inner: Review? = nil,
        companions: [Review] = [], input: ReviewInput, claims: Claims? = nil
    ) {
        self.kind = kind
        self.network = network
        self.hash = hash
        self.content = content
        self.operations = operations
        self.findings = findings
        self.signatures = signatures
        self.challenge = challenge
        self.authority = authority
        self.claims = claims ?? input.claims
        key = input.key?.account
        now = input.now
        book = input.book
        limits = input.limits
        within = inner.map { [$0] } ?? []
        self.companions = companions
    }

    /// Of a fee bump the transaction inside, in full.
    package var inner: Review? { within.first }

    /// The findings of this review, of the transaction inside, and of those that came along.
    package var allFindings: [Finding] {
        findings + within.flatMap(\.allFindings) + companions.flatMap(\.allFindings)
    }

    /// The strongest level found; nil when nothing was.
    package var level: Level? { allFindings.map(\.level).max() }

    /// What has to be typed before this is signed, each hold once, in the order of the findings.
    package var holds: [Hold] {
        var seen: Set<Hold> = []
        return allFindings.compactMap(\.hold).filter { seen.insert($0).inserted }
    }
}
