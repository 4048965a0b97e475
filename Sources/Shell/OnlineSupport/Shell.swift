// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// Text as one word of a command that a person may copy. What an anchor or a file says goes into such a line by this way only.
package enum Shell {
    private static let plainMarks = Array("._:/@%+=,-".utf8)

    /// The text as it is where a shell takes it so, else in single quotes. What is not printable ASCII is escaped.
    package static func word(_ text: String) -> String {
        if !text.isEmpty, !text.hasPrefix("-"), !text.hasPrefix("="), text.utf8.allSatisfy(isPlain) { return text }
        return "'" + TerminalText.escape(text).replacing("'", with: "'\\''") + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: plainMarks.contains(byte)
        }
    }
}
