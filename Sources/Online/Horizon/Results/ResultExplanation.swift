// SPDX-License-Identifier: Apache-2.0

/// A result code in words.
package struct ResultExplanation: Hashable, Sendable {
    /// One sentence: what happened. Lower case, no full stop, to stand behind a colon.
    package let meaning: String
    /// One sentence: what to do next. Lower case, no full stop, to stand behind `hint:`.
    package let advice: String

    init(_ meaning: String, _ advice: String) {
        self.meaning = meaning
        self.advice = advice
    }
}
