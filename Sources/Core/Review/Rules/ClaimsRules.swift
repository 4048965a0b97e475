// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// Rules about claimable balances.
extension Rules {
    static let claims = [
        Rule(
            .claimPredicate,
            .operation([.createClaimableBalance]) { context, findings in
                guard case .createClaimableBalance(let op) = context.body else { return }
                for case .v0(let claimant) in op.claimants where claimant.predicate.isWorthAWord {
                    findings.warn("\(claimant.destination) may claim \(Phrase(claimant.predicate))")
                }
            }),
        Rule(
            .lostBalance,
            .operation([.createClaimableBalance]) { context, findings in
                guard case .createClaimableBalance(let op) = context.body else { return }
                let now = context.transaction.input.now
                let open = op.claimants.contains { claimant in
                    guard case .v0(let claimant) = claimant else { return false }
                    return !ClaimWindow(claimant.predicate, createdAt: now).isEmpty(from: now)
                }
                if open { return }
                findings.hold(
                    """
                    no one, including the sender, can ever claim this balance: it would be lost
                    """, typing: Amount(stroops: op.amount).text,
                    about: "\(Amount(stroops: op.amount).text) \(op.asset.text)")
            }),
    ]
}

extension ClaimPredicate {
    /// Whether it is unconditional, negated or in absolute time, and therefore easily misread.
    fileprivate var isWorthAWord: Bool {
        switch self {
        case .unconditional, .not, .beforeAbsoluteTime: true
        case .beforeRelativeTime: false
        case .and(let parts), .or(let parts): parts.contains { $0.isWorthAWord }
        }
    }
}

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
