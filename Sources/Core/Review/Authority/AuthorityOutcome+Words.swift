// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

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
