// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// The wording of W-LOCKOUT for an account.
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
        return """
            locks \(account): \(Phrase(parts, separator: "; ")); all its signers together have weight \(totalWeight) \
            (\(after.witness.words))
            """
    }

    /// Passed by typing the last eight characters of the address, where other rules take six.
    var lockoutHold: Hold {
        Hold(rule: .lockout, value: String(account.address.suffix(8)), target: account.address)
    }

    private func thresholds(_ levels: [Operation.Threshold]) -> Phrase {
        let parts = levels.map { level -> Phrase in
            "\(level.word)\(after.threshold(level).map { " (\($0))" } ?? "")"
        }
        let isOne = levels.count == 1
        let zero: Phrase = levels.contains { after.threshold($0) == 0 } ? "; a threshold of 0 needs a weight of 1" : ""
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
