// SPDX-License-Identifier: Apache-2.0

/// How far a transfer is, by what the frame says.
package enum RampStatus: String, Hashable, Sendable, CaseIterable {
    case unknown = "UNKNOWN"
    /// Accepted; nothing has moved.
    case approved = "APPROVED"
    case executing = "EXECUTING"
    /// What was bought is on its way to the address, or there.
    case complete = "COMPLETE"
    case declined = "DECLINED"

    package var isFinal: Bool { self == .complete || self == .declined }

    /// Whether a transfer of this status can have another one next: forward only, and never from a final one.
    package func precedes(_ next: RampStatus) -> Bool { !isFinal && rank < next.rank }

    private var rank: Int {
        switch self {
        case .unknown: 0
        case .approved: 1
        case .executing: 2
        case .complete, .declined: 3
        }
    }
}
