// SPDX-License-Identifier: Apache-2.0

import Codec
import Stellar
import Testing

struct Base58Tests {
    /// Made with the Python package base58 2.1.1; the third to fifth are of draft-msporny-base58.
    static let pairs = [
        ("", ""), ("00", "1"), ("000001", "112"), ("48656c6c6f20576f726c6421", "2NEpo7TZRRrLZSi2U"),
        ("0000287fb4cd", "11233QC4"), ("0000ffffffffff", "11VtB5VXc"), ("0000003a", "11121"),
        (String(repeating: "ff", count: 32), "JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG"),
        (String(repeating: "00", count: 32), "11111111111111111111111111111111"),
        (
            String(repeating: "ff", count: 64),
            "67rpwLCuS5DGA8KGZXKsVQ7dnPb9goRLoKfgGbLfQg9WoLUgNY77E2jT11fem3coV9nAkguBACzrU1iyZM4B8roQ"
        ),
        (
            Hex.encode(0..<64),
            "1GMkH3brNXiNNs1tiFZHu4yZSRrzJwxi5wB9bHFtMinfCXNnR1adh8Vo8NTheK4evneedH4qmvjeqcBBNAefgS"
        ),
    ]

    @Test(arguments: pairs) func `writes and reads known values`(digits: String, text: String) {
        #expect(Base58.encode(hex(digits)) == text)
        #expect(Base58.decode(text) == hex(digits))
    }

    @Test(arguments: 0...70) func `reads what it writes at every length`(length: Int) {
        for first: UInt8 in [0, 1, 57, 58, 255] {
            let bytes = [first] + (0..<length).map { UInt8(truncatingIfNeeded: $0 * 97 + 13) }
            #expect(Base58.decode(Base58.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: ["0", "O", "I", "l", " ", "1 ", "2NEpo7TZRRrLZSi2U\n", "2NEpo-", "é", "ab0", "abcdefghij+"])
    func `rejects characters outside the alphabet`(text: String) { #expect(Base58.decode(text) == nil) }

    @Test func `rejects more bytes than the limit`() {
        let text = Base58.encode(Array(repeating: 255, count: 32))
        #expect(Base58.decode(text, limit: 32)?.count == 32)
        #expect(Base58.decode(text, limit: 31) == nil)
        #expect(Base58.decode(String(repeating: "1", count: 33), limit: 32) == nil)
        #expect(Base58.decode(String(repeating: "z", count: 1_000_000), limit: 32) == nil)
        // One more than the highest number of 32 bytes.
        #expect(Base58.decode("JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH", limit: 32) == nil)
    }
}
