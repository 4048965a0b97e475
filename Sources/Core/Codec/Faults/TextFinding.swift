// SPDX-License-Identifier: Apache-2.0

/// The result of one check in a list of checks.
package struct TextFinding: Hashable, Sendable {
    /// What was checked, and the verdict: padded, so that the findings of a list are columns.
    package let subject: String
    package let verdict: String
    package let tone: TextTone
    package let text: Wording

    /// - Parameters:
    ///   - width: the columns of the subject.
    ///   - verdictWidth: the columns of the verdict.
    package init(
        _ subject: String, width: Int, _ verdict: String, verdictWidth: Int, _ tone: TextTone, _ text: Wording
    ) {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.utf8.count))
        }
        self.subject = padded(subject, width)
        self.verdict = padded(verdict, verdictWidth)
        self.tone = tone
        self.text = text
    }

    /// The finding without layout.
    package var line: Wording { "\(subject)\(verdict)\(text)" }
}
