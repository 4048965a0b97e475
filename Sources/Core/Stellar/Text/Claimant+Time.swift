// SPDX-License-Identifier: Apache-2.0

package import StellarXDR
import XDR

extension Claimant {
    /// The claimant as the ledger stores it: relative times become absolute, counted from `time` in seconds since 1970.
    package func counted(from time: UInt64) -> ClaimantV0 {
        switch self {
        case .v0(var claimant):
            claimant.predicate = claimant.predicate.counted(from: time)
            return claimant
        }
    }
}

extension ClaimPredicate {
    /// Whether the predicate allows a claim in a ledger that closes at `time`, in seconds since 1970. Relative times
    /// never hold: the ledger converts them when the balance is created.
    package func holds(at time: UInt64) -> Bool {
        switch self {
        case .unconditional: true
        case .and(let parts): parts.allSatisfy { $0.holds(at: time) }
        case .or(let parts): parts.contains { $0.holds(at: time) }
        case .not(let part): !(part?.holds(at: time) ?? false)
        case .beforeAbsoluteTime(let end): Int64(clamping: time) < end
        case .beforeRelativeTime: false
        }
    }

    fileprivate func counted(from time: UInt64) -> ClaimPredicate {
        switch self {
        case .beforeRelativeTime(let span):
            let (end, overflow) = Int64(clamping: time).addingReportingOverflow(span)
            return .beforeAbsoluteTime(overflow ? .max : end)
        case .and(let parts): return .and(parts.counted(from: time))
        case .or(let parts): return .or(parts.counted(from: time))
        case .not(let part): return .not(part?.counted(from: time))
        case .unconditional, .beforeAbsoluteTime: return self
        }
    }
}

extension BoundedArray<ClaimPredicate, 2> {
    fileprivate func counted(from time: UInt64) -> Self { Self(elements.map { $0.counted(from: time) }) ?? self }
}
