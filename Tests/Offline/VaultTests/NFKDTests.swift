// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Crypto
@testable import Vault

struct NFKDTests {
    private func normalised(_ text: String) throws -> String {
        let secret = try SecretBytes(text)
        return try secret.withBytes { try NFKD.normalise($0) }.text
    }

    @Test(arguments: [
        "", "abc", "é", "e\u{301}", "ﬁ", "Å", "Å", "ｶﾞ", "が", "각", "한", "Ω", "ﷺ", "q\u{307}\u{323}", "q\u{323}\u{307}",
        "½", "①",
        "\u{3000}", "㍿", "a\u{315}\u{300}\u{5ae}b", "क़", "𝒳", "\u{1d15e}",
    ]) func `normalises sample texts as Foundation does`(text: String) throws {
        #expect(Array(try normalised(text).utf8) == Array(text.decomposedStringWithCompatibilityMapping.utf8))
    }

    @Test func `normalises every character of the common scripts as Foundation does`() throws {
        for range in [
            0x20..<0x530, 0x900..<0xa00, 0x1100..<0x1200, 0x1e00..<0x2000, 0x3000..<0x3400, 0xac00..<0xad00,
            0xf900..<0xfb50,
        ] {
            let text = String(
                String.UnicodeScalarView(range.compactMap { Unicode.Scalar(UInt32($0)) }.flatMap { [$0, "x"] }))
            #expect(Array(try normalised(text).utf8) == Array(text.decomposedStringWithCompatibilityMapping.utf8))
        }
    }

    @Test(
        arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x61, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0x80]]
            as [[UInt8]])
    func `rejects invalid UTF-8`(bytes: [UInt8]) throws {
        let secret = try SecretBytes(bytes)
        #expect(throws: SecretError.notText) { _ = try secret.withBytes { try NFKD.normalise($0) } }
    }

    @Test func `normalises characters with the largest expansion`() throws {
        let text = String(repeating: "\u{fdfa}", count: 300)
        #expect(try normalised(text) == text.decomposedStringWithCompatibilityMapping)
    }

    @Test func `every list has 2048 different words in normal form`() throws {
        for list in WordList.all {
            let words = "\(list.table)".split(separator: " ").map(String.init)
            #expect(words.count == 2048)
            #expect(Set(words.map { Array($0.utf8) }).count == 2048)
            #expect(words.allSatisfy { Array($0.utf8) == Array($0.decomposedStringWithCompatibilityMapping.utf8) })
            for index in stride(from: 0, to: 2048, by: 311) {
                let secret = try SecretBytes(words[index])
                #expect(secret.withBytes { list.index(of: $0) } == index)
            }
            let none = try SecretBytes(words[7] + "x")
            #expect(none.withBytes { list.index(of: $0) } == nil)
        }
    }
}
