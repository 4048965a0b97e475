// SPDX-License-Identifier: Apache-2.0

import Stellar

/// What one rule has to say about one place.
package struct Finding: Hashable, Sendable {
    package let rule: RuleID
    package let level: Level
    /// Index of the operation it is about, from 0; nil when it is about the whole.
    package let operation: Int?
    package let phrase: Phrase
    /// The sentence as a head and a tree below it, where it has one; both together are `phrase`.
    package let tree: PhraseTree?
    /// Only with `.hold`: what it is about, and what has to be typed.
    package let hold: Hold?

    /// One line of printable ASCII.
    package var message: String { phrase.plain }
    /// What the user types to pass a hold.
    package var challengeValue: String? { hold?.value }
}
