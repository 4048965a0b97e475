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
