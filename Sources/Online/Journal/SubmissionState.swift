// SPDX-License-Identifier: Apache-2.0

/// The state of a signed transaction. The journal stores the raw values, which never change.
package enum SubmissionState: String, Hashable, Sendable, CaseIterable {
    /// Not submitted, or only in attempts that had no effect.
    case queued
    /// An attempt to submit it is in progress, or the program was killed during one.
    case sent
    /// It may have arrived; its outcome is unknown.
    case pending
    /// Applied successfully.
    case included
    /// Failed or rejected. With a ledger number, it was applied in that ledger, failed, and can never be retried; without
    /// one, the network rejected it, and the same bytes may be accepted later (too early, or a balance topped up since).
    case failed
    /// Its validity ended before it was applied.
    case expired
}
