// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// A last safety net for every line that a person reads: text that looks like a secret key is replaced, whatever its source.
package enum Redaction {
    private static let seedLength = 56

    /// The text, in which every base32 word of 56 characters that begins with S, in either case, and every longer word with a
    /// whole secret key in it is replaced.
    package static func apply(_ text: String) -> String {
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

    /// Whether a word has exactly the length of a secret key, even with a wrong checksum, or contains a whole key with other
    /// letters around it, such as those of an escaped byte.
    private static func hasSeed(_ word: [UInt8]) -> Bool {
        word.count == seedLength ? isS(word[0]) : hasSealedSeed(word[...])
    }

    /// Whether the text contains a whole secret key with a valid checksum.
    package static func holdsSecret(_ text: String) -> Bool {
        Array(text.utf8).split { !isBase32($0) }.contains(where: hasSealedSeed)
    }

    private static func hasSealedSeed(_ word: ArraySlice<UInt8>) -> Bool {
        word.indices.dropLast(seedLength - 1).contains { at in
            isS(word[at]) && isSealed(word[at..<at + seedLength])
        }
    }

    /// Whether the checksum of SEP-23 matches.
    private static func isSealed(_ text: ArraySlice<UInt8>) -> Bool {
        let capitals = text.map { $0 >= UInt8(ascii: "a") ? $0 - 0x20 : $0 }
        guard let packed = try? Base32.decode(capitals) else { return false }
        let checksum = packed.withUnsafeBytes { CRC16.checksum($0[..<33]) }
        return packed[33] == UInt8(checksum & 0xff) && packed[34] == UInt8(checksum >> 8)
    }

    private static func isS(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "s") }

    private static func isBase32(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "2")...UInt8(ascii: "7"):
            true
        default: false
        }
    }
}
