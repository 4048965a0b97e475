// SPDX-License-Identifier: Apache-2.0

/// Proof that a policy is the vault owner's own, so that it may pass holds when no one is asked.
///
/// It holds the proven policy, and approves nothing under another one. Whether a policy is the owner's depends on secrets that
/// only an unlocked key has, and Review does not know the vault. So the initialiser is open to the package, but called in one place:
/// where the vault has verified the list that contains the policy with the key that signs (`Signing/Jobs/PolicyProof+Lists.swift`).
/// `scripts/check-airgap` and a test fail on a second call, as they do for the signature itself.
package struct PolicyProof: Hashable, Sendable {
    let policy: Policy

    /// - Parameter policy: read from the list that was verified, not from a review.
    package init(verified policy: Policy) { self.policy = policy }
}
