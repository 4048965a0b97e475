// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension BatchReview.Found {
    /// The finding with its count and first place; for an account's sequence numbers, with their range.
    var sentence: Phrase {
        guard let place else { return phrase }
        if count == 1 { return "\(phrase) (\(place.phrase))" }
        guard let account, let numbers else { return "\(count) times, the first at \(place.phrase): \(phrase)" }
        let range: Phrase =
            numbers.lowerBound == numbers.upperBound
            ? "the number \(numbers.lowerBound)" : "numbers from \(numbers.lowerBound) to \(numbers.upperBound)"
        return """
            \(count) transactions of \(account) with \(range) \(what). The first, \(place.phrase): \(phrase)
            """
    }

    private var what: Phrase {
        rule == .sequenceUsed
            ? "have others beside them that were signed with the same numbers, and only one of each two can be carried out"
            : "do not follow the one that was signed before"
    }
}
