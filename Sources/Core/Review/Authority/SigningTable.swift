// SPDX-License-Identifier: Apache-2.0

package import Stellar
package import StellarXDR

/// All that decides who can sign for an account: its own key, its signers, and its three thresholds.
package struct SigningTable: Hashable, Sendable {
    package let account: AccountID
    /// The weight of the account's own key.
    package var masterWeight: UInt32
    /// The signers besides the account's own key, each once and none of weight 0.
    package var signers: [Signer]
    package var low: UInt32
    package var medium: UInt32
    package var high: UInt32

    package init(
        _ account: AccountID, masterWeight: UInt32, signers: [Signer], low: UInt32, medium: UInt32, high: UInt32
    ) {
        (self.account, self.masterWeight, self.signers) = (account, masterWeight, signers)
        (self.low, self.medium, self.high) = (low, medium, high)
    }

    /// The number of signatures that a transaction can have.
    package static let mostSignatures = 20

    /// Everyone who can sign, the account's own key last.
    package var all: [Signer] {
        signers + (masterWeight > 0 ? [Signer(key: .ed25519(account.key), weight: masterWeight)] : [])
    }

    /// The weight of a key; 0 if it does not sign.
    package func weight(of key: SignerKey) -> UInt32 { all.first { $0.key == key }?.weight ?? 0 }

    /// The weight that signatures must have together: at least 1, also for a threshold of 0.
    package func needed(_ level: Operation.Threshold) -> UInt32 {
        switch level {
        case .low: max(low, 1)
        case .medium: max(medium, 1)
        case .high: max(high, 1)
        }
    }

    /// The largest weight that the signatures of one transaction can have together.
    ///
    /// - Parameter isCounted: which signers count.
    package func most(_ isCounted: (SignerKey) -> Bool) -> UInt32 {
        all.filter { isCounted($0.key) }.map(\.weight).sorted(by: >).prefix(Self.mostSignatures).reduce(0, +)
    }

    /// How many signers reach a threshold, if any that many do and no fewer can; nil if it depends on who they are, or
    /// if one of them is not a key that can sign anything.
    package func count(reaching level: Operation.Threshold) -> Int? {
        guard all.allSatisfy(\.key.isKey) else { return nil }
        let weights = all.map(\.weight).sorted()
        let needed = needed(level)
        var (lightest, heaviest): (UInt32, UInt32) = (0, 0)
        for (index, weight) in weights.prefix(Self.mostSignatures).enumerated() {
            guard heaviest < needed else { return nil }
            lightest += weight
            heaviest += weights[weights.count - 1 - index]
            if lightest >= needed { return index + 1 }
        }
        return nil
    }

    /// The thresholds in groups that the same number of signers reaches, from low to high.
    package var groups: [(count: Int?, levels: [Operation.Threshold])] {
        var groups: [(count: Int?, levels: [Operation.Threshold])] = []
        for level in Operation.Threshold.allCases {
            let count = count(reaching: level)
            if let last = groups.last, last.count == count {
                groups[groups.count - 1].levels.append(level)
            } else {
                groups.append((count, [level]))
            }
        }
        return groups
    }
}

extension SigningTable {
    /// The table in sentences: `any 2 of: G..., G..., G...; master key: none`.
    ///
    /// - Parameter name: what to call a key in place of its address; nil for none.
    package func phrases(_ name: (SignerKey) -> String? = { _ in nil }) -> [Phrase] {
        let names = all.map { signer -> Phrase in
            if signer.key == .ed25519(account.key) { return "the master key" }
            return name(signer.key).map { "\(plain: $0)" } ?? Self.name(signer.key)
        }
        let list = Phrase(names, separator: ", ")
        let master: Phrase = masterWeight == 0 ? "; master key: none" : ""
        let groups = groups
        if groups.count == 1, let count = groups[0].count { return ["any \(count) of: \(list)\(master)"] }
        let weights = zip(names, all).map { name, signer -> Phrase in "\(name) with weight \(signer.weight)" }
        let signers: Phrase = weights.isEmpty ? "no signer" : Phrase(weights, separator: ", ")
        return ["\(signers)\(master)"]
            + groups.map { count, levels -> Phrase in
                let uses = Phrase(levels.map(\.use), separator: ", ")
                guard let count else {
                    let needed = Phrase(levels.map { "\($0.word) \(self.needed($0))" }, separator: ", ")
                    return "to \(uses): signers with enough weight together (\(needed))"
                }
                return "to \(uses): any \(count) of them"
            }
    }

    private static func name(_ key: SignerKey) -> Phrase {
        if case .ed25519(let key) = key { "\(StrKey.publicKey(key))" } else { Phrase(key) }
    }
}

extension Operation.Threshold {
    /// What it protects.
    package var use: Phrase {
        switch self {
        case .low: "use sequence numbers"
        case .medium: "pay"
        case .high: "change signers or merge"
        }
    }
}
