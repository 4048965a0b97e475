// SPDX-License-Identifier: Apache-2.0

/// A message to sign (SEP-53), byte for byte: two encodings of "é" are two messages.
package struct MessageContent: Hashable, Sendable {
    package let bytes: [UInt8]
    /// Whether it was given as text, and is written as text again.
    package let isText: Bool

    package init(text: String) {
        bytes = Array(text.utf8)
        isText = true
    }

    package init(bytes: [UInt8]) {
        self.bytes = bytes
        isText = false
    }

    /// The text, if it was given as text.
    var text: String? { isText ? String(decoding: bytes, as: UTF8.self) : nil }
}
