// SPDX-License-Identifier: Apache-2.0

/// A line to show before a failure's message, such as what is wrong with one line of a table.
package struct FailureDetail: Hashable, Sendable {
    /// The file's name, escaped; nil for a detail that is not about a line of a file.
    package let origin: String?
    /// Counted from 1.
    package let line: Int?
    /// What is wrong, without the place.
    package let text: Wording

    /// What is wrong with a line of a file.
    package init(_ origin: String, line: Int, _ text: Wording) {
        (self.origin, self.line, self.text) = (origin, line, text)
    }

    package init(_ text: Wording) { (origin, line, self.text) = (nil, nil, text) }

    /// The place, and what is wrong.
    package var wording: Wording {
        guard let origin, let line else { return text }
        return "\(origin):\(line): \(text)"
    }
}
