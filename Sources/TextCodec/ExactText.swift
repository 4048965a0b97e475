// SPDX-License-Identifier: Apache-2.0

/// A text that is equal to another only when their UTF-8 bytes are, not when they merely look alike.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool {
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Texts of the same bytes are equal strings, whose hashes are the same.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
