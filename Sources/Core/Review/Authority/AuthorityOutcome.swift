// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// An account before and after the reviewed transactions, and who can reach its thresholds from then on.
package struct AuthorityOutcome: Sendable {
    /// Who can reach a threshold.
    package enum Reach: String, Hashable, Sendable {
        /// The signers that were there before, together.
        case existing
        /// All together, but not without the new ones.
        case new
        /// Only a transaction that was authorized in advance.
        case preauthorized = "pre-authorized"
        /// All together do not.
        case none
        /// Too little is known of the account.
        case unknown

        /// Whether no signature can reach it.
        package var isLost: Bool { self == .none || self == .preauthorized }
    }

    package let before: Authority
    package let after: Authority
    /// Of the last transaction of a batch that changed it, from 1.
    package let line: Int?
    private var reached: [Operation.Threshold: Reach] = [:]
    /// New signers that reach a level alone, each with the levels; also those that only a claim says to be previous ones.
    package private(set) var aloneReaching: [(signer: Signer, levels: [Operation.Threshold])] = []

    /// - Parameter certain: the outcome without anything claimed; what is lost there is lost.
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

    /// The levels that no signature can reach any more.
    package var lost: [Operation.Threshold] { Operation.Threshold.allCases.filter { reach($0).isLost } }

    /// Whether a signer of now was none before.
    package func isNew(_ key: SignerKey) -> Bool { before.weight(of: key) == 0 }

    /// What the signers that were there before weigh together; pre-authorized transactions are not counted.
    package var existingWeight: UInt32 { weight { !isNew($0) } }

    /// What all signers weigh together; pre-authorized transactions are not counted.
    package var totalWeight: UInt32 { weight { _ in true } }

    private var computedAlone: [(signer: Signer, levels: [Operation.Threshold])] {
        after.allSigners.filter { isNew($0.key) }.compactMap { signer in
            let levels = Operation.Threshold.allCases.filter { level in
                signer.weight >= after.needed(level) ?? Authority.mostWeight
            }
            return levels.isEmpty ? nil : (signer, levels)
        }
    }

    /// Levels that are reached only if hash(x) or signed-payload signers are counted, whose signatures anyone can repeat
    /// once they were used.
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
        // A threshold that is not known is at most 255, and more than nothing is always needed.
        let most = after.needed(level) ?? Authority.mostWeight
        if existingWeight >= most { return .existing }
        if totalWeight >= most { return .new }
        if after.mayHaveOthers { return .unknown }
        guard let needed = after.needed(level) else { return after.allSigners.isEmpty ? .none : .unknown }
        // A transaction has one hash: of several such signers only one can be counted.
        let authorized = after.allSigners.filter(\.key.isPreAuthorized).map(\.weight).max() ?? 0
        return totalWeight + authorized >= needed ? .preauthorized : .none
    }
}
