// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The times at which a predicate allows its claimant to claim: disjoint, ascending, half-open ranges of seconds.
struct ClaimWindow {
    private let spans: [Range<UInt64>]

    private init(_ spans: [Range<UInt64>]) { self.spans = spans.filter { !$0.isEmpty } }

    /// - Parameter created: when the balance is created; relative times count from then.
    init(_ predicate: ClaimPredicate, createdAt created: Timestamp) {
        switch predicate {
        case .unconditional: self.init([0..<UInt64.max])
        case .beforeAbsoluteTime(let time): self.init([0..<UInt64(max(time, 0))])
        case .beforeRelativeTime(let seconds):
            let (end, overflow) = created.seconds.addingReportingOverflow(UInt64(max(seconds, 0)))
            self.init([0..<(overflow ? .max : end)])
        case .not(let inner?): self = ClaimWindow(inner, createdAt: created).complement
        case .not(nil): self.init([])
        case .and(let parts):
            self =
                parts.map { ClaimWindow($0, createdAt: created).complement }
                .reduce(ClaimWindow([]), { $0.union($1) }).complement
        case .or(let parts):
            self = parts.map { ClaimWindow($0, createdAt: created) }.reduce(ClaimWindow([]), { $0.union($1) })
        }
    }

    /// Whether no second from this one on is inside.
    func isEmpty(from start: Timestamp) -> Bool { spans.last.map { $0.upperBound <= start.seconds } ?? true }

    private var complement: ClaimWindow {
        var start: UInt64 = 0
        var gaps: [Range<UInt64>] = []
        for span in spans {
            gaps.append(start..<span.lowerBound)
            start = span.upperBound
        }
        gaps.append(start..<UInt64.max)
        return ClaimWindow(gaps)
    }

    private func union(_ other: ClaimWindow) -> ClaimWindow {
        var merged: [Range<UInt64>] = []
        for span in (spans + other.spans).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, span.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
        return ClaimWindow(merged)
    }
}
