// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

@testable import Signing

/// The screen on which a mnemonic is typed word by word.
struct WordByWordTests {
    private static let phrase = "illness spike retreat truth genius clock brain pass fit cave bargain toe"

    private static func screen(_ words: borrowing WordByWord, columns: Int = 100, rows: Int = 30) -> String {
        var bytes: [UInt8] = []
        words.draw(columns: columns, rows: rows) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Presses keys until one completes the mnemonic.
    private static func press(_ text: String, _ words: inout WordByWord) throws -> Bool {
        for byte in text.utf8 where try words.press(byte) { return true }
        return false
    }

    @Test func `asks for the number of words first`() throws {
        var words = WordByWord()
        #expect(Self.screen(words).hasSuffix("number of words: 12, 15, 18, 21 or 24 (Enter alone: 24): "))
        #expect(try !Self.press("abc 13\n", &words))
        #expect(Self.screen(words).hasSuffix(": "))
        #expect(try !Self.press("19\u{7f}5\n", &words))
        #expect(Self.screen(words).hasSuffix("word 1 of 15: "))
        var usual = WordByWord()
        #expect(try !Self.press("\r", &usual))
        #expect(Self.screen(usual).hasSuffix("word 1 of 24: "))
    }

    @Test func `a word in place of the number of words chooses no number`() throws {
        var words = WordByWord()
        let reason = "First a number; the words are asked for one by one after it."
        #expect(!Self.screen(words).contains(reason))
        #expect(try !Self.press("wrath\n", &words))
        #expect(Self.screen(words).contains(reason) && Self.screen(words).contains("number of words"))
        #expect(try !Self.press("13\n", &words))
        #expect(Self.screen(words).contains(reason))
        #expect(try !Self.press("\n", &words))
        #expect(Self.screen(words).hasSuffix("word 1 of 24: "))
    }

    @Test func `the verdict on a checksum is broken between words`() throws {
        var words = WordByWord()
        #expect(try !Self.press("12\n" + Self.phrase.replacing("toe", with: "toast") + "\n\n", &words))
        let lines = Self.screen(words, columns: 60).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count < 60 } && lines.contains { $0.hasSuffix("are") })
    }

    @Test func `hides every word but the current one until asked`() throws {
        var words = WordByWord()
        #expect(try !Self.press("12\nillness spike retr", &words))
        let hidden = Self.screen(words)
        #expect(!hidden.contains("illness") && !hidden.contains("spike") && hidden.contains(" 1. ****"))
        #expect(hidden.hasSuffix("retreat\nword 3 of 12: retr"))
        #expect(try !words.press(0x12))
        #expect(Self.screen(words).contains(" 1. illness") && Self.screen(words).contains(" 3.>retr"))
        #expect(try !words.press(0x12))
        #expect(Self.screen(words) == hidden)
    }

    @Test func `takes the words only after the verdict and another Enter`() throws {
        var words = WordByWord()
        #expect(try !Self.press("12\n" + Self.phrase + "\n", &words))
        let verdict = Self.screen(words)
        #expect(verdict.hasSuffix("The checksum is right.\nEnter takes these words; up goes back: "))
        #expect(try !words.press(UInt8(ascii: " ")))
        #expect(try words.press(UInt8(ascii: "\n")))
        #expect(try words.words().withBytes { String(decoding: $0, as: UTF8.self) } == Self.phrase)
    }

    @Test func `a wrong checksum lets the user go back with up and <`() throws {
        var words = WordByWord()
        #expect(try !Self.press("12\n" + Self.phrase.replacing("toe", with: "toast") + "\n\n", &words))
        #expect(Self.screen(words).contains("The checksum is wrong"))
        #expect(try !words.press(WordByWord.Key.up))
        #expect(Self.screen(words).hasSuffix("word 12 of 12: toast"))
        #expect(try !Self.press("<", &words))
        #expect(Self.screen(words).hasSuffix("word 11 of 12: bargain"))
        #expect(try !Self.press(">\u{15}toe\n", &words))
        #expect(try words.press(UInt8(ascii: "\n")))
    }

    @Test(arguments: [
        ("zz", "no word of BIP-39 begins like this; nearest: "), ("re", " words begin like this\nword 1"),
        ("ret ", "which one? retire retreat return\nword 1"), ("re ", "; type more letters\nword 1"),
        ("aban", "abandon\nword 1"),
        ("aban ", "word 1 is abandon\nword 2"),
    ])
    func `says what is known of the letters`(typed: String, note: String) throws {
        var words = WordByWord()
        #expect(try !Self.press("24\n" + typed, &words))
        #expect(Self.screen(words).contains(note))
    }

    @Test(arguments: [(20, 10), (40, 12), (80, 24), (200, 60), (14, 4)])
    func `fits the terminal`(columns: Int, rows: Int) throws {
        var words = WordByWord()
        #expect(try !Self.press("24\nillness spike ", &words))
        #expect(try !words.press(0x12))
        let lines = Self.screen(words, columns: columns, rows: rows).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= rows && lines.allSatisfy { $0.count <= max(columns, 15) })
    }
}
