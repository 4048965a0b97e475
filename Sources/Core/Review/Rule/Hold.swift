// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

/// A hold that a person can pass by typing `value`; equal for all findings of one rule about one target.
package struct Hold: Hashable, Sendable {
    package let rule: RuleID
    /// What the hold is about, in full: two targets with the same ending are two holds.
    package let target: String
    /// What must be typed, printable ASCII without blanks; for an address, its last six characters.
    package let value: String
    /// Set if the hold is only about a sequence number: in a batch those of one account are passed together.
    package let number: HeldNumber?

    init(rule: RuleID, target: StrKey) {
        self.rule = rule
        self.target = target.text
        value = String(self.target.suffix(6))
        number = nil
    }

    /// A hold about a signer of an account; its value is the end of the signer's address.
    init(rule: RuleID, target: StrKey, of account: AccountID) {
        self.rule = rule
        self.target = "\(target.text) \(account.address)"
        value = String(target.text.suffix(6))
        number = nil
    }

    /// - Parameter target: what the hold is about, if the value does not identify it.
    init(rule: RuleID, value: String, target: String? = nil, number: HeldNumber? = nil) {
        self.rule = rule
        self.target = target ?? value
        self.value = value
        self.number = number
    }

    /// The passed hold, if exactly its value was typed.
    package func passed(byTyping typed: String) -> PassedHold? {
        typed.lowercased() == value.lowercased() ? PassedHold(hold: self) : nil
    }
}

/// Proof that a person typed a hold's value; comes only from `Hold.passed(byTyping:)`.
package struct PassedHold: Hashable, Sendable {
    package let hold: Hold

    fileprivate init(hold: Hold) { self.hold = hold }
}

extension Set<PassedHold> {
    /// Whether the value of exactly this hold was typed.
    func passes(_ hold: Hold) -> Bool { contains(PassedHold(hold: hold)) }
}

/// The sequence number of an account's transaction, for a hold that is only about that.
package struct HeldNumber: Hashable, Sendable {
    package let account: AccountID
    package let sequence: Int64
}

/// A value to type once, and the holds that it passes: one hold, or those about an account's sequence numbers in a
/// batch.
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

    /// - Parameter hold: must be about a sequence number of the same account and of the same rule, or have the same
    ///   value.
    mutating func add(_ hold: Hold) { holds.append(hold) }

    /// All holds as passed, if the value was typed; capitals do not count.
    package func passed(byTyping typed: String) -> Set<PassedHold>? {
        guard typed.lowercased() == value.lowercased() else { return nil }
        return Set(holds.compactMap { $0.passed(byTyping: $0.value) })
    }
}
