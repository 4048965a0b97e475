// SPDX-License-Identifier: Apache-2.0

import Stellar

/// What one rule has to say about one place.
package struct Finding: Hashable, Sendable {
    package let rule: RuleID
    package let level: Level
    /// Index of the operation it is about, from 0; nil when it is about the whole.
    package let operation: Int?
    package let phrase: Phrase
    /// Whom it is about, where `phrase` leaves that to the line of the operation; for where that line is not beside it.
    package let target: Phrase?
    /// The sentence as a head and a tree below it, where it has one; both together are `phrase`.
    package let tree: PhraseTree?
    /// Only with `.hold`: what it is about, and what has to be typed.
    package let hold: Hold?

    /// One line of printable ASCII.
    package var message: String { phrase.plain }
    /// The sentence where the line of the operation is not beside it.
    var standalone: Phrase { target.map { "\($0): \(phrase)" } ?? phrase }
    /// What the user types to pass a hold.
    package var challengeValue: String? { hold?.value }
}
