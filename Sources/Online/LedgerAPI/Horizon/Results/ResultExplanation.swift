// SPDX-License-Identifier: Apache-2.0

package import Codec

/// An explanation of a result code.
package struct ResultExplanation: Hashable, Sendable {
    /// One sentence: what happened. Lower case, no full stop, for use after a colon.
    package let meaning: String
    /// One sentence: what to do next. Lower case, no full stop, for use after `hint:`.
    package let advice: Wording

    init(_ meaning: String, _ advice: Wording) {
        self.meaning = meaning
        self.advice = advice
    }
}
