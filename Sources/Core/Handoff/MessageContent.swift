// SPDX-License-Identifier: Apache-2.0

/// A message to be signed (SEP-53), byte for byte: two ways to write "é" are two messages.
package struct MessageContent: Hashable, Sendable {
    package let bytes: [UInt8]
    /// Whether it was given as a text, and is written as one again.
    package let isText: Bool

    package init(text: String) {
        bytes = Array(text.utf8)
        isText = true
    }

    package init(bytes: [UInt8]) {
        self.bytes = bytes
        isText = false
    }

    /// The text, when it was given as one.
    var text: String? { isText ? String(decoding: bytes, as: UTF8.self) : nil }
}
