// SPDX-License-Identifier: Apache-2.0

/// A last net under every error line: what looks like a secret key is not repeated, wherever the text came from.
enum Redaction {
    private static let seedLength = 56

    /// The text with every word of 56 base32 characters that begins with S replaced, in either case.
    static func apply(_ text: String) -> String {
        var out: [UInt8] = []
        var word: [UInt8] = []
        func flush() {
            if word.count >= seedLength, hasSeed(word) {
                out += Array("(a secret key, not repeated here)".utf8)
            } else {
                out += word
            }
            word = []
        }
        for byte in text.utf8 {
            if isBase32(byte) {
                word.append(byte)
            } else {
                flush()
                out.append(byte)
            }
        }
        flush()
        return String(decoding: out, as: UTF8.self)
    }

    private static func hasSeed(_ word: [UInt8]) -> Bool {
        word.count == seedLength && (word[0] == UInt8(ascii: "S") || word[0] == UInt8(ascii: "s"))
    }

    private static func isBase32(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "2")...UInt8(ascii: "7"):
            true
        default: false
        }
    }
}
