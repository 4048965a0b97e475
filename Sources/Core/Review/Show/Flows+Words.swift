// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension Flows.Total {
    /// `10.5 XLM in 2 operations`, with the account unless only one acts.
    func phrase(isOne: Bool, _ bound: Phrase, _ direction: Phrase) -> Phrase {
        """
        \(isExact ? "" : "\(bound) ")\(plain: text) \(token)\
        \(count > 1 ? " in \(count) operations" : "")\(isOne ? "" : ", \(direction) \(holder)")
        """
    }
}

extension Flows {
    /// A line for each kind of amount that is not named.
    var unknownWords: [Phrase] {
        Unknown.allCases.compactMap { kind in
            guard let count = unknown[kind] else { return nil }
            let times: Phrase = count == 1 ? "" : ", \(count) times"
            return switch kind {
            case .merge: "all XLM of an account that is merged\(times)"
            case .claim: "what a claimable balance holds\(times)"
            case .pool: "what goes into a pool, or comes out of it\(times)"
            case .contract: "unbounded (contract call)\(times)"
            }
        }
    }
}

extension Operation.Threshold {
    var word: Phrase {
        switch self {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
    }
}
