// SPDX-License-Identifier: Apache-2.0

/// One thing to be written down of a transaction that was queued.
package enum JournalStep: Hashable, Sendable {
    /// It is about to be posted: state `sent`, one attempt more. To be on disk before the first byte goes out.
    case attempt(hash: String)
    /// What an attempt or a look-up found out.
    case outcome(hash: String, SubmissionOutcome)
    /// Not to be sent by anybody who was not asked for it anew, and why; an attempt ends that. Changes nothing when somebody has
    /// begun to send it.
    case hold(hash: String, reason: String)

    package var hash: String {
        switch self {
        case .attempt(let hash), .outcome(let hash, _), .hold(let hash, _): hash
        }
    }
}
