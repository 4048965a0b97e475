// SPDX-License-Identifier: Apache-2.0

/// What is known about a session's result. All of it comes from Meso's page, and none of it is proven here.
package enum RampOutcome: String, Hashable, Sendable, CaseIterable {
    /// The page is open, or can be opened again.
    case pending
    /// The page said COMPLETE.
    case complete
    /// The page said DECLINED, and nothing since.
    case declined
    /// The session ended before the page said how.
    case unknown

    /// What it means and what to do, one line.
    package var advice: String {
        switch self {
        case .pending: "not ended: open it again in the desk, at /ramp"
        case .complete: "Meso's page says COMPLETE, which is a claim: look the address up on its network"
        case .declined: "Meso's page says DECLINED: nothing was bought"
        case .unknown:
            "closed before the end: Meso writes to you by e-mail, and the address shows on its network what arrived"
        }
    }
}
