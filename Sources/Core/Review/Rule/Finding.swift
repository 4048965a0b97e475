// SPDX-License-Identifier: Apache-2.0

import Stellar

/// What one rule reports about one place.
package struct Finding: Hashable, Sendable {
    package let rule: RuleID
    package let level: Level
    /// Index of the operation, from 0; nil for a finding about the whole.
    package let operation: Int?
    package let phrase: Phrase
    /// The target, if `phrase` leaves it to the operation's line; for display without that line.
    package let target: Phrase?
    /// The sentence as a head and a tree below it, if it has one; `phrase` contains both.
    package let tree: PhraseTree?
    /// Only with `.hold`: its target, and what must be typed.
    package let hold: Hold?

    /// One line of printable ASCII.
    package var message: String { phrase.plain }
    /// The sentence for display without the operation's line.
    var standalone: Phrase { target.map { "\($0): \(phrase)" } ?? phrase }
    /// What the user types to pass a hold.
    package var challengeValue: String? { hold?.value }
}
