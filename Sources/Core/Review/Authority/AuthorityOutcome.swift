// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// An account before and after the reviewed transactions, and who can reach its thresholds from then on.
package struct AuthorityOutcome: Sendable {
    /// Who can reach a threshold.
    package enum Reach: String, Hashable, Sendable {
        /// The previous signers, together.
        case existing
        /// All signers together, but not without the new ones.
        case new
        /// Only a pre-authorized transaction.
        case preauthorized = "pre-authorized"
        /// Not even all signers together.
        case none
        /// Too little is known about the account.
        case unknown

        /// Whether no signature can reach the threshold.
        package var isLost: Bool { self == .none || self == .preauthorized }
    }

    package let before: Authority
    package let after: Authority
    /// The batch line of the last transaction that changed it, from 1.
    package let line: Int?
    private var reached: [Operation.Threshold: Reach] = [:]
    /// New signers that reach a threshold alone, each with the thresholds; includes those that only a claim says to
    /// be previous ones.
    package private(set) var aloneReaching: [(signer: Signer, levels: [Operation.Threshold])] = []

    /// - Parameter certain: the outcome without claims; what is lost there is lost.
    init(_ entry: AuthorityLedger.Entry, certain: AuthorityOutcome? = nil) {
        before = entry.before
        after = entry.now ?? entry.before
        line = entry.line
        for level in Operation.Threshold.allCases {
            let sure = certain?.reach(level)
            reached[level] = if let sure, sure.isLost { sure } else { computed(level) }
        }
        aloneReaching = computedAlone
        for (signer, levels) in certain?.aloneReaching ?? []
        where !aloneReaching.contains(where: { $0.signer == signer }) {
            aloneReaching.append((signer, levels))
        }
    }

    package var account: AccountID { after.account }

    package func reach(_ level: Operation.Threshold) -> Reach { reached[level] ?? .unknown }

    package func levels(_ reach: Reach) -> [Operation.Threshold] {
        Operation.Threshold.allCases.filter { self.reach($0) == reach }
    }

    /// The thresholds that no signature can reach any more.
    package var lost: [Operation.Threshold] { Operation.Threshold.allCases.filter { reach($0).isLost } }

    /// Whether a current signer was not one before.
    package func isNew(_ key: SignerKey) -> Bool { before.weight(of: key) == 0 }

    /// The total weight of the previous signers, not counting pre-authorized transactions.
    package var existingWeight: UInt32 { weight { !isNew($0) } }

    /// The total weight of all signers, not counting pre-authorized transactions.
    package var totalWeight: UInt32 { weight { _ in true } }

    private var computedAlone: [(signer: Signer, levels: [Operation.Threshold])] {
        after.allSigners.filter { isNew($0.key) }.compactMap { signer in
            let levels = Operation.Threshold.allCases.filter { level in
                signer.weight >= after.needed(level) ?? Authority.mostWeight
            }
            return levels.isEmpty ? nil : (signer, levels)
        }
    }

    /// The thresholds that are reached only by counting hash(x) or signed-payload signers, whose signatures anyone
    /// can repeat once they are used.
    package var levelsOfSpecialSigners: [Operation.Threshold] {
        Operation.Threshold.allCases.filter { level in
            guard let needed = after.needed(level) else { return false }
            return switch reach(level) {
            case .existing: weight { $0.isKey && !isNew($0) } < needed
            case .new: weight { $0.isKey } < needed
            case .preauthorized, .none, .unknown: false
            }
        }
    }

    private func weight(_ isCounted: (SignerKey) -> Bool) -> UInt32 {
        after.allSigners.reduce(0) { sum, signer in
            !signer.key.isPreAuthorized && isCounted(signer.key) ? sum + signer.weight : sum
        }
    }

    private func computed(_ level: Operation.Threshold) -> Reach {
        // An unknown threshold is at most 255, and some weight is always needed.
        let most = after.needed(level) ?? Authority.mostWeight
        if existingWeight >= most { return .existing }
        if totalWeight >= most { return .new }
        if after.mayHaveOthers { return .unknown }
        guard let needed = after.needed(level) else { return after.allSigners.isEmpty ? .none : .unknown }
        // A transaction has one hash, so only one of several such signers can count.
        let authorized = after.allSigners.filter(\.key.isPreAuthorized).map(\.weight).max() ?? 0
        return totalWeight + authorized >= needed ? .preauthorized : .none
    }
}
