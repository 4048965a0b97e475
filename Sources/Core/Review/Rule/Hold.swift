// SPDX-License-Identifier: Apache-2.0

import Stellar

/// A hold that a person may pass by typing `value`; the same for all findings of one rule about one target.
package struct Hold: Hashable, Sendable {
    package let rule: RuleID
    /// What the hold is about, in full: two targets that end alike are still two holds.
    package let target: String
    /// What is to be typed, printable ASCII without blanks: of an address its last six characters.
    package let value: String
    /// Set when it is about a sequence number by itself: in a batch those of one account are passed together.
    package let number: HeldNumber?

    init(rule: RuleID, target: StrKey) {
        self.rule = rule
        self.target = target.text
        value = String(self.target.suffix(6))
        number = nil
    }

    /// - Parameter target: what it is about, where the value alone does not say that.
    init(rule: RuleID, value: String, target: String? = nil, number: HeldNumber? = nil) {
        self.rule = rule
        self.target = target ?? value
        self.value = value
        self.number = number
    }

    /// The hold as passed, when exactly its value was typed.
    package func passed(byTyping typed: String) -> PassedHold? { typed == value ? PassedHold(hold: self) : nil }
}

/// Proof that a person typed a hold's value; comes only from `Hold.passed(byTyping:)`.
package struct PassedHold: Hashable, Sendable {
    package let hold: Hold

    fileprivate init(hold: Hold) { self.hold = hold }
}

extension Set<PassedHold> {
    /// Whether the value of just this hold was typed.
    func passes(_ hold: Hold) -> Bool { contains(PassedHold(hold: hold)) }
}
