// SPDX-License-Identifier: Apache-2.0

import Crypto
import Stellar
import Testing

@testable import Vault

/// A mnemonic typed word by word.
struct MnemonicEntryTests {
    private static let phrase = "illness spike retreat truth genius clock brain pass fit cave bargain toe"

    /// Types text, where a space accepts a word.
    private static func type(_ text: String, into entry: inout MnemonicEntry) {
        for byte in text.utf8 { if byte == UInt8(ascii: " ") { entry.accept() } else { entry.type(byte) } }
    }

    private static func shown(_ entry: borrowing MnemonicEntry, at place: Int? = nil) -> String {
        entry.withLetters(at: place ?? entry.position) { String(decoding: $0, as: UTF8.self) }
    }

    private static func nearest(_ entry: borrowing MnemonicEntry) throws -> [String] {
        var words: [String] = []
        try entry.withNearest { words.append(String(decoding: $0, as: UTF8.self)) }
        return words
    }

    @Test(arguments: [phrase, phrase.uppercased(), "illn spik retr trut geni cloc brai pass fit cave barg toe"])
    func `takes whole words, capital letters and the first four letters`(text: String) throws {
        var entry = try MnemonicEntry(count: 12)
        Self.type(text + " ", into: &entry)
        #expect(entry.position == 12 && entry.isRight)
        #expect(try entry.text().withBytes { String(decoding: $0, as: UTF8.self) } == Self.phrase)
    }

    @Test func `the first four letters identify every word`() throws {
        var entry = try MnemonicEntry(count: 12)
        for index in 0..<EnglishWords.count {
            let word = EnglishWords.word(at: index)
            Self.type(String(word.prefix(4)) + " ", into: &entry)
            #expect(entry.position == 1 && Self.shown(entry, at: 0) == word)
            entry.back()
            entry.clear()
        }
    }

    @Test func `shows the word that a beginning was completed to`() throws {
        var entry = try MnemonicEntry(count: 12)
        Self.type("illn ", into: &entry)
        #expect(entry.note == .completed && Self.shown(entry, at: 0) == "illness")
        Self.type("spike ", into: &entry)
        #expect(entry.note == .nothing)
    }

    @Test(arguments: [("re", 46), ("act", 6), ("fi", 26)])
    func `does not accept a beginning of several words`(letters: String, least: Int) throws {
        var entry = try MnemonicEntry(count: 12)
        Self.type(letters, into: &entry)
        #expect(entry.matches.allSatisfy { EnglishWords.word(at: $0).hasPrefix(letters) })
        let all = (0..<EnglishWords.count).filter { EnglishWords.word(at: $0).hasPrefix(letters) }
        #expect(Array(entry.matches) == all && all.count > 1)
        entry.accept()
        // A word that is also the beginning of others is accepted as it is.
        #expect(entry.position == (letters == "act" ? 1 : 0))
    }

    @Test func `completes to what the matching words have in common`() throws {
        var entry = try MnemonicEntry(count: 12)
        for (typed, completed) in [
            ("aban", "abandon"), ("acti", "action"), ("illn", "illness"), ("retr", "retreat"), ("zz", "zz"), ("", ""),
        ] {
            entry.clear()
            Self.type(typed, into: &entry)
            entry.complete()
            #expect(Self.shown(entry) == completed)
            #expect(entry.position == 0)
        }
        entry.clear()
        Self.type("sy", into: &entry)
        entry.complete()
        #expect(Self.shown(entry) == "sy" && entry.note == .ambiguous)
    }

    @Test(arguments: [
        ("recieve", "receive"), ("abandom", "abandon"), ("toes", "toe"), ("zooo", "zoo"), ("gaurd", "guard"),
        ("xylophone", nil), ("qqqqqqqqqqqqqqqqqqqqqq", nil),
    ])
    func `refuses a word that is not in the list and names the nearest`(typed: String, expected: String?) throws {
        var entry = try MnemonicEntry(count: 12)
        Self.type(typed, into: &entry)
        #expect(entry.note == .unknown && entry.matches.isEmpty)
        let nearest = try Self.nearest(entry)
        #expect(nearest.count == 3 && Set(nearest).count == 3)
        if let expected { #expect(nearest[0] == expected) }
        entry.accept()
        #expect(entry.position == 0 && entry.note == .unknown && !entry.isKnown(0))
    }

    @Test func `nothing but letters is taken into a word`() throws {
        var entry = try MnemonicEntry(count: 12)
        for byte in 0...UInt8.max where !(0x41...0x5a).contains(byte) && !(0x61...0x7a).contains(byte) {
            entry.type(byte)
        }
        #expect(Self.shown(entry).isEmpty)
        entry.accept()
        #expect(entry.position == 0)
    }

    @Test func `Backspace at the beginning of a word goes back into the one before`() throws {
        var entry = try MnemonicEntry(count: 12)
        Self.type("illness spike", into: &entry)
        for _ in 0..<5 { entry.erase() }
        #expect(entry.position == 1 && Self.shown(entry).isEmpty)
        entry.erase()
        #expect(entry.position == 0 && Self.shown(entry) == "illness")
        entry.erase()
        #expect(Self.shown(entry) == "illnes")
        for _ in 0..<9 { entry.erase() }
        #expect(entry.position == 0 && Self.shown(entry).isEmpty)
    }

    @Test func `a wrong checksum is told and can be corrected without starting over`() throws {
        var entry = try MnemonicEntry(count: 12)
        Self.type(Self.phrase.replacing("truth", with: "true") + " ", into: &entry)
        #expect(entry.position == 12 && entry.note == .checksum(isRight: false) && !entry.isRight)
        // Enter does not take it.
        entry.accept()
        entry.type(UInt8(ascii: "a"))
        #expect(entry.position == 12 && !entry.isRight)
        for _ in 0..<9 { entry.back() }
        #expect(entry.position == 3 && Self.shown(entry) == "true")
        entry.clear()
        Self.type("truth ", into: &entry)
        #expect(Self.shown(entry) == "genius")
        for _ in 0..<8 { entry.forward() }
        #expect(entry.note == .checksum(isRight: true))
        #expect(try entry.text().withBytes { String(decoding: $0, as: UTF8.self) } == Self.phrase)
    }

    @Test func `does not pass a word that is not known`() throws {
        var entry = try MnemonicEntry(count: 12)
        entry.forward()
        Self.type("zz", into: &entry)
        entry.forward()
        #expect(entry.position == 0)
        entry.back()
        #expect(entry.position == 0)
    }

    @Test(arguments: MnemonicEntry.lengths(of: .english)) func `takes every length of mnemonic`(count: Int) throws {
        let phrase = try Mnemonic(entropy: try SecretBytes(count: count * 4 / 3)).text()
        var entry = try MnemonicEntry(count: count)
        let text = phrase.withBytes { String(decoding: $0, as: UTF8.self) }
        Self.type(text + " ", into: &entry)
        #expect(entry.note == .checksum(isRight: true))
    }
}
