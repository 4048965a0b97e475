// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

@testable import Terminal

struct NumberedWordsTests {
    private func secret(_ text: String) throws -> SecretBytes {
        try SecretBytes(count: text.utf8.count) { (buffer) throws(SodiumError) in buffer.copyBytes(from: text.utf8) }
    }

    private func written(_ text: String, _ wanted: Range<Int>, columns: Int) throws -> String {
        var bytes: [UInt8] = []
        NumberedWords.write(try secret(text), wanted, columns: columns) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    private let twelve = (1...12).map { "word\($0)" }.joined(separator: " ")

    @Test func `numbers the words from 1 in rows, aligned for two digits`() throws {
        #expect(
            try written(twelve, 0..<12, columns: 4) == """
                 1. word1      2. word2      3. word3      4. word4
                 5. word5      6. word6      7. word7      8. word8
                 9. word9     10. word10    11. word11    12. word12

                """)
    }

    @Test func `writes the words of one page alone, with their own numbers`() throws {
        #expect(try written(twelve, 8..<11, columns: 2) == " 9. word9     10. word10\n11. word11\n")
    }

    @Test func `a word longer than its column keeps a space after it`() throws {
        #expect(try written("incomprehensible b", 0..<2, columns: 2) == " 1. incomprehensible  2. b\n")
    }

    @Test func `a secret without spaces gets no number`() throws {
        #expect(try written("SABC", 0..<1, columns: 4) == "SABC\n")
        #expect(NumberedWords.count(in: try secret("SABC")) == 1)
        #expect(NumberedWords.count(in: try secret(twelve)) == 12)
    }

    @Test func `a terminal has at least one column of words, and four at most`() {
        #expect([0, 10, 25, 26, 54, 500].map { NumberedWords.columns(within: $0) } == [1, 1, 1, 2, 4, 4])
        #expect(NumberedWords.columns() == 4)
    }

    @Test func `pages cover every word once, however small the terminal is`() {
        #expect(NumberedWords.pages(of: 24, columns: 4, rows: 20) == [0..<24])
        #expect(NumberedWords.pages(of: 24, columns: 4, rows: 4) == [0..<16, 16..<24])
        #expect(NumberedWords.pages(of: 3, columns: 1, rows: -5) == [0..<1, 1..<2, 2..<3])
        #expect(NumberedWords.pages(of: 1, columns: 4, rows: 1) == [0..<1])
    }
}
