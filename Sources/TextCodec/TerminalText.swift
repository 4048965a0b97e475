// SPDX-License-Identifier: Apache-2.0

/// Text from outside, made harmless for a terminal, a log or an error line.
package enum TerminalText {
    /// Printable ASCII as it is, the backslash doubled, and every other byte as `\xNN`. What a person sees
    /// stands for exactly one sequence of bytes, and no escape sequence or direction mark gets through.
    package static func escape(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\\"):
                text += [byte, byte]
            case 0x20...0x7e:
                text.append(byte)
            default:
                text += [UInt8(ascii: "\\"), UInt8(ascii: "x"), Hex.digit(byte >> 4), Hex.digit(byte & 15)]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The same over the UTF-8 bytes of a text.
    package static func escape(_ text: String) -> String { escape(text.utf8) }
}
