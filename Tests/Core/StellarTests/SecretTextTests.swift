// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

/// Which texts count as secrets by which signs.
struct SecretTextTests {
    /// A key of the Stellar documentation, with its checksum; SEP-23.
    private static let key = "SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR"
    private static let mistyped = "SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKQ"
    private static let words = "abandon ability able about above absent absorb abstract absurd abuse access accident"

    private func has(_ signs: SecretText.Signs, _ text: String) -> Bool { SecretText.has(signs, in: Array(text.utf8)) }

    private var spaced: String {
        let all = Array(Self.key)
        return stride(from: 0, to: 56, by: 4).map { String(all[$0..<$0 + 4]) }.joined(separator: " ")
    }

    @Test func `finds a key by its checksum, in either case and inside a longer word`() {
        for text in [Self.key, Self.key.lowercased(), "AA\(Self.key)77", "the key is \(Self.key)."] {
            #expect(has(.key, text))
        }
        for text in [Self.mistyped, spaced, String(Self.key.dropFirst()), "G\(Self.key.dropFirst())", ""] {
            #expect(!has(.key, text))
        }
    }

    @Test func `finds a spaced key in capitals only`() {
        #expect(has(.spacedKey, Self.key) && has(.spacedKey, spaced) && has(.spacedKey, "AA\(Self.key)77"))
        #expect(!has(.spacedKey, Self.key.lowercased()) && !has(.spacedKey, spaced.lowercased()))
        #expect(!has(.spacedKey, Self.mistyped) && !has(.spacedKey, Self.key.replacing("U2", with: "U2-")))
    }

    @Test func `takes the shape of a key for one even if it is mistyped, but only alone`() {
        #expect(has(.keyShape, Self.mistyped) && has(.keyShape, "(\(Self.mistyped))"))
        for text in ["A\(Self.mistyped)", Self.mistyped.lowercased(), String(Self.mistyped.dropLast()), spaced] {
            #expect(!has(.keyShape, text))
        }
    }

    @Test func `finds twelve English words in a row, whatever stands between them`() {
        #expect(has(.mnemonic, Self.words) && has(.mnemonic, Self.words.uppercased()))
        #expect(has(.mnemonic, "words: 1. " + Self.words.replacing(" ", with: ", 2. ")))
        #expect(!has(.mnemonic, Self.words.replacing("accident", with: "accidents")))
        #expect(!has(.mnemonic, Self.words.replacing("absorb ", with: "")))
    }

    @Test func `takes nearly anything for a secret where it would be shown`() {
        for text in [
            Self.key, Self.mistyped.lowercased(), "zoo zebra young", String(repeating: "0f", count: 24),
            "un dos tres quatre cinc sis set vuit nou deu onze dotze",
        ] { #expect(SecretText.mayBeSecret(text)) }
        for text in ["zoo zebra", "zoo zebra yung", String(repeating: "0", count: 47), ""] {
            #expect(!SecretText.mayBeSecret(text))
        }
    }

    @Test func `looks only for the signs that are given`() {
        #expect(!has([], Self.key) && !has(.mnemonic, Self.key) && !has([.key, .keyShape], Self.words))
        #expect(has([.mnemonic, .key], Self.words))
    }
}
