// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

/// What is typed once, and the holds that pass with it: one, or those about an account's sequence numbers in a batch.
package struct HoldQuestion: Sendable {
    package private(set) var holds: [Hold]

    package init(_ hold: Hold) { holds = [hold] }

    package var rule: RuleID { holds[0].rule }

    /// Of several numbers the first and the last.
    package var value: String {
        guard holds.count > 1, let numbers else { return holds[0].value }
        return numbers.lowerBound == numbers.upperBound
            ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)-\(numbers.upperBound)"
    }

    /// The account and the numbers that it is about; nil when it is about none.
    var account: AccountID? { holds[0].number?.account }

    var numbers: ClosedRange<Int64>? {
        let all = holds.compactMap { $0.number?.sequence }
        guard let least = all.min(), let most = all.max() else { return nil }
        return least...most
    }

    /// - Parameter hold: of the same rule, about a number of the same account.
    mutating func add(_ hold: Hold) { holds.append(hold) }

    /// Each of the holds as passed, when exactly the value was typed.
    package func passed(byTyping typed: String) -> Set<PassedHold>? {
        guard typed == value else { return nil }
        return Set(holds.compactMap { $0.passed(byTyping: $0.value) })
    }
}
