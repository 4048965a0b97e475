// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// A value to type once, and the holds that it passes: one hold, or those about an account's sequence numbers in a batch.
package struct HoldQuestion: Sendable {
    package private(set) var holds: [Hold]

    package init(_ hold: Hold) { holds = [hold] }

    package var rule: RuleID { holds[0].rule }

    /// For several sequence numbers, the first and the last.
    package var value: String {
        guard holds.count > 1, let numbers else { return holds[0].value }
        return numbers.lowerBound == numbers.upperBound
            ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)-\(numbers.upperBound)"
    }

    /// The account and the sequence numbers; nil if the holds are not about any.
    var account: AccountID? { holds[0].number?.account }

    var numbers: ClosedRange<Int64>? {
        let all = holds.compactMap { $0.number?.sequence }
        guard let least = all.min(), let most = all.max() else { return nil }
        return least...most
    }

    /// - Parameter hold: must be about a sequence number of the same account and of the same rule, or have the same value.
    mutating func add(_ hold: Hold) { holds.append(hold) }

    /// All holds as passed, if exactly the value was typed.
    package func passed(byTyping typed: String) -> Set<PassedHold>? {
        guard typed == value else { return nil }
        return Set(holds.compactMap { $0.passed(byTyping: $0.value) })
    }
}
