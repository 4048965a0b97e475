// SPDX-License-Identifier: Apache-2.0

/// Quoting of text as one word of a command to copy. Text from anchors or files enters such a command only through this type.
package enum ShellWord {
    private static let plainMarks = Array("._:/@%+=,-".utf8)

    /// The text unchanged if a shell reads it literally, otherwise in single quotes. Other than printable ASCII is escaped.
    package static func quoted(_ text: String) -> String {
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
