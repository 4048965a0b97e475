// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// An account before and after the reviewed transactions, and who can reach its thresholds from then on: the worst, if
/// only some of the transactions may be applied, or in another order.
package struct AuthorityOutcome: Sendable {
    /// Who can reach a threshold.
    package enum AuthorityScope: String, Hashable, Sendable {
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
    /// After all of them in order.
    package let after: Authority
    /// The weakest and the strongest that signers may be if only some of the transactions are applied; equal to `after`
    /// if one alone changes the account.
    private let weakest: Authority
    private let strongest: Authority
    /// The batch line of the last transaction that changed it, from 1.
    package let line: Int?
    private var reached: [Operation.Threshold: AuthorityScope] = [:]
    /// New signers that reach a threshold alone, each with the thresholds; includes those that only a claim says to
    /// be previous ones.
    package private(set) var aloneReaching: [(signer: Signer, levels: [Operation.Threshold])] = []
    /// New signers that may reach thresholds alone which are not known here, each with the thresholds.
    package private(set) var mayReachAlone: [(signer: Signer, levels: [Operation.Threshold])] = []

    /// - Parameter certain: the outcome without claims; what is lost there is lost.
    init(_ entry: AuthorityLedger.Entry, certain: AuthorityOutcome? = nil) {
        before = entry.before
        after = entry.left
        weakest = entry.isUncertain ? entry.weakest : entry.left
        strongest = entry.isUncertain ? entry.strongest : entry.left
        line = entry.line
        for level in Operation.Threshold.allCases {
            let sure = certain?.reach(level)
            reached[level] = if let sure, sure.isLost { sure } else { computed(level) }
        }
        aloneReaching = Self.adding(certain?.aloneReaching, to: alone { strongest.needed($0) ?? Authority.mostWeight })
        let unknown = alone { strongest.needed($0) == nil ? 1 : .max }
        mayReachAlone = Self.adding(certain?.mayReachAlone, to: unknown)
    }

    private static func adding(
        _ more: [(signer: Signer, levels: [Operation.Threshold])]?,
        to found: [(signer: Signer, levels: [Operation.Threshold])]
    ) -> [(signer: Signer, levels: [Operation.Threshold])] {
        let known = Set(found.map(\.signer))
        return found + (more ?? []).filter { !known.contains($0.signer) }
    }

    package var account: AccountID { after.account }

    /// Who can sign afterwards; nil if that is not known, or depends on which of the transactions are applied.
    package var finalTable: SigningTable? { weakest == after && strongest == after ? after.table : nil }

    package func reach(_ level: Operation.Threshold) -> AuthorityScope { reached[level] ?? .unknown }

    package func levels(_ reach: AuthorityScope) -> [Operation.Threshold] {
        Operation.Threshold.allCases.filter { self.reach($0) == reach }
    }

    /// The thresholds that no signature can reach any more.
    package var lost: [Operation.Threshold] { Operation.Threshold.allCases.filter { reach($0).isLost } }

    /// Whether a current signer was not one before.
    package func isNew(_ key: SignerKey) -> Bool { before.weight(of: key) == 0 }

    /// The total weight of the previous signers, not counting pre-authorized transactions.
    package var existingWeight: UInt32 { weight(in: after) { !isNew($0) } }

    /// The total weight of all signers, not counting pre-authorized transactions.
    package var totalWeight: UInt32 { weight(in: after) { _ in true } }

    /// The account when the lost thresholds are lost: after all transactions, or if only some of them are applied.
    var locked: Authority { isLockedOnlyInPart ? weakest : after }
    /// The total weight of all signers then.
    var lockedWeight: UInt32 { weight(in: locked) { _ in true } }
    /// Whether some thresholds are lost only if some of the transactions are not applied, or in another order.
    package var isLockedOnlyInPart: Bool { lost.contains { !computed($0, in: after).isLost } }

    private func alone(_ needed: (Operation.Threshold) -> UInt32) -> [(signer: Signer, levels: [Operation.Threshold])] {
        strongest.allSigners.filter { isNew($0.key) }.compactMap { signer in
            let levels = Operation.Threshold.allCases.filter { signer.weight >= needed($0) }
            return levels.isEmpty ? nil : (signer, levels)
        }
    }

    /// The thresholds that are reached only by counting hash(x) or signed-payload signers, whose signatures anyone
    /// can repeat once they are used.
    package var levelsOfSpecialSigners: [Operation.Threshold] {
        Operation.Threshold.allCases.filter { level in
            guard let needed = after.needed(level) else { return false }
            return switch reach(level) {
            case .existing: weight(in: after) { $0.isKey && !isNew($0) } < needed
            case .new: weight(in: after) { $0.isKey } < needed
            case .preauthorized, .none, .unknown: false
            }
        }
    }

    private func weight(in state: Authority, _ isCounted: (SignerKey) -> Bool) -> UInt32 {
        state.allSigners.reduce(0) { sum, signer in
            !signer.key.isPreAuthorized && isCounted(signer.key) ? sum + signer.weight : sum
        }
    }

    /// The worse of what holds after all transactions and at the weakest.
    private func computed(_ level: Operation.Threshold) -> AuthorityScope {
        let (all, some) = (computed(level, in: after), computed(level, in: weakest))
        return [.none, .preauthorized, .unknown, .new].first { $0 == all || $0 == some } ?? .existing
    }

    private func computed(_ level: Operation.Threshold, in state: Authority) -> AuthorityScope {
        let all = weight(in: state) { _ in true }
        // An unknown threshold is at most 255, and some weight is always needed.
        let most = state.needed(level) ?? Authority.mostWeight
        if weight(in: state, { !isNew($0) }) >= most { return .existing }
        if all >= most { return .new }
        if state.mayHaveOthers { return .unknown }
        guard let needed = state.needed(level) else { return state.allSigners.isEmpty ? .none : .unknown }
        // A transaction has one hash, so only one of several such signers can count.
        let authorized = state.allSigners.filter(\.key.isPreAuthorized).map(\.weight).max() ?? 0
        return all + authorized >= needed ? .preauthorized : .none
    }
}

/// The wording of W-LOCKOUT and W-NEWSIGNER for an account.
extension AuthorityOutcome {
    /// States that no one can reach some of the account's thresholds, which ones, and the total weight of all signers.
    var lockout: Phrase {
        let none = levels(.none)
        let authorized = levels(.preauthorized)
        var parts: [Phrase] = []
        if !none.isEmpty { parts.append("no one can reach \(thresholds(none))") }
        if !authorized.isEmpty {
            parts.append("only a pre-authorized transaction, once, can reach \(thresholds(authorized))")
        }
        let when: Phrase = isLockedOnlyInPart ? ", if only some of the transactions are applied" : ""
        return """
            locks \(account)\(when): \(Phrase(parts, separator: "; ")); all its signers together have weight \
            \(lockedWeight) (\(after.witness.words))
            """
    }

    /// A new signer that reaches a threshold alone, with the sentence about it and its hold.
    struct NewSigner {
        let account: AccountID
        let key: SignerKey
        let phrase: Phrase
        let hold: Hold
    }

    /// Each new signer that reaches a threshold alone, or one that is not known here.
    var newSigners: [NewSigner] {
        let certain = Dictionary(aloneReaching.map { ($0.signer, $0.levels) }) { first, _ in first }
        let possible = Dictionary(mayReachAlone.map { ($0.signer, $0.levels) }) { first, _ in first }
        var seen: Set<Signer> = []
        return (aloneReaching + mayReachAlone).map(\.signer).filter { seen.insert($0).inserted }.map { signer in
            let reached = certain[signer] ?? []
            let rest = (possible[signer] ?? []).filter { !reached.contains($0) }
            var parts: [Phrase] = []
            if !reached.isEmpty { parts.append("reaches its \(Self.list(reached)) alone") }
            if !rest.isEmpty { parts.append("may reach its \(Self.list(rest)) alone, not known here") }
            let key =
                signer.key == .ed25519(account.key)
                ? "its own key, not known to have signed before," : Phrase(signer.key)
            let phrase: Phrase = """
                \(key) with weight \(signer.weight) becomes a signer of \(account) and \
                \(Phrase(parts, separator: ", and "))
                """
            return NewSigner(
                account: account, key: signer.key, phrase: phrase,
                hold: Hold(rule: .newSigner, target: signer.key.strKey, of: account))
        }
    }

    private static func list(_ levels: [Operation.Threshold]) -> Phrase {
        "\(Phrase(levels.map(\.word), separator: ", ")) threshold\(levels.count == 1 ? "" : "s")"
    }

    /// Passed by typing the last eight characters of the address, where other rules take six.
    var lockoutHold: Hold {
        Hold(rule: .lockout, value: String(account.address.suffix(8)), target: account.address)
    }

    private func thresholds(_ levels: [Operation.Threshold]) -> Phrase {
        let parts = levels.map { level -> Phrase in
            "\(level.word)\(locked.threshold(level).map { " (\($0))" } ?? "")"
        }
        let isOne = levels.count == 1
        let zero: Phrase = levels.contains { locked.threshold($0) == 0 } ? "; a threshold of 0 needs a weight of 1" : ""
        return "its \(Phrase(parts, separator: ", ")) \(isOne ? "threshold" : "thresholds")\(zero)"
    }
}

extension Authority.Witness {
    /// The source of the signers.
    var words: Phrase {
        switch self {
        case .book: "signers from the book"
        case .claimed: "signers claimed by the request, unverified"
        case .created: "created here"
        case .unknown: "not in the book, and the request claims nothing"
        }
    }
}
