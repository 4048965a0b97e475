// SPDX-License-Identifier: Apache-2.0

import Stellar
import Testing

struct CheckWordsTests {
    @Test(arguments: [
        (String(repeating: "00", count: 32), "abandon abandon abandon abandon abandon abandon abandon abandon"),
        (String(repeating: "ff", count: 32), "zoo zoo zoo zoo zoo zoo zoo zoo"),
        // Word k is number k: each eleven bits count up.
        (
            "0000040100300801403007" + String(repeating: "ff", count: 21),
            "abandon ability able about above absent absorb abstract"
        ),
        // Only the last bit of the first word, only the first bit of the second.
        (
            "003000" + String(repeating: "00", count: 29),
            "ability length abandon abandon abandon abandon abandon abandon"
        ),
    ])
    func `check words encode the first 88 bits of the hash, eleven per word`(hash: String, words: String) throws {
        #expect(CheckWords.text(of: try #require(TransactionHash(hex: hash))) == words)
    }

    @Test func `check words depend on each of the first 88 bits and on no later one`() throws {
        let zero = [UInt8](repeating: 0, count: 32)
        func words(_ bytes: [UInt8]) throws -> [String] {
            let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return CheckWords.words(of: try #require(TransactionHash(hex: hex)))
        }
        let plain = try words(zero)
        for bit in 0..<256 {
            var bytes = zero
            bytes[bit / 8] = 0x80 >> UInt8(bit % 8)
            let differing = try zip(words(bytes), plain).map { $0 != $1 }
            #expect(differing == (0..<8).map { $0 == bit / 11 })
        }
    }
}
