// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// One step to record for a queued transaction.
package enum JournalStep: Hashable, Sendable {
    /// It is about to be submitted: state `sent`, one more attempt. Must be on disk before the first byte is sent.
    case attempt(hash: TransactionHash)
    /// The outcome of an attempt or a lookup.
    case outcome(hash: TransactionHash, SubmissionOutcome)
    /// Not to be submitted, for this reason, until the user requests it again; an attempt clears the hold. Has no
    /// effect when a program has begun to submit it.
    case hold(hash: TransactionHash, reason: String)

    package var hash: TransactionHash {
        switch self {
        case .attempt(let hash), .outcome(let hash, _), .hold(let hash, _): hash
        }
    }
}
