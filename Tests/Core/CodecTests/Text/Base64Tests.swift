// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct Base64Tests {
    static let pairs = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: pairs)
    func `encodes and decodes the RFC 4648 vectors`(plain: String, text: String) throws {
        #expect(Base64.encode(Array(plain.utf8)) == text)
        #expect(Base64.encode(plain.utf8.lazy.map { $0 }) == text)
        #expect(try Base64.decode(text) == Array(plain.utf8))
        #expect(try Base64.decode(text.utf8.lazy.map { $0 }) == Array(plain.utf8))
    }

    @Test func `round trips every length and byte value`() throws {
        for count in 0...300 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ count) }
            #expect(try Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: [
        ("A", Base64Error.truncated(length: 1)), ("AA", .truncated(length: 2)), ("AAA", .truncated(length: 3)),
        ("AAAAA", .truncated(length: 5)), ("AA=", .truncated(length: 2)),
        ("=", .badPadding(offset: 0)), ("A=", .badPadding(offset: 1)), ("A===", .badPadding(offset: 1)),
        ("AAA==", .badPadding(offset: 4)), ("AAAA=", .badPadding(offset: 4)), ("AAAA====", .badPadding(offset: 4)),
        ("AA==AA==", .badPadding(offset: 4)), ("AA=A", .badPadding(offset: 3)), ("AA===", .badPadding(offset: 4)),
        ("AB==", .nonZeroTrailingBits(offset: 1)), ("AAB=", .nonZeroTrailingBits(offset: 2)),
        ("AA-_", .invalidCharacter(offset: 2)), ("AAA\n", .invalidCharacter(offset: 3)),
        ("AA A", .invalidCharacter(offset: 2)), ("AAA\u{e9}", .invalidCharacter(offset: 3)),
        ("AAAA\0", .invalidCharacter(offset: 4)), ("%2B==", .invalidCharacter(offset: 0)),
    ])
    func `rejects non-canonical text`(text: String, error: Base64Error) {
        #expect(throws: error) { try Base64.decode(text) }
    }

    @Test func `skips white space anywhere on request`() throws {
        let spaced = " Zm9v\r\nYm\tE\u{b}\u{c}=\n"
        #expect(try Base64.decode(spaced, skippingWhiteSpace: true) == Array("fooba".utf8))
        #expect(try Base64.decode("Z g =\n=", skippingWhiteSpace: true) == Array("f".utf8))
        #expect(throws: Base64Error.invalidCharacter(offset: 0)) { try Base64.decode(spaced) }
    }

    @Test(arguments: ["\u{a0}", "\u{2028}", "\0", "\u{85}"])
    func `skips only ASCII white space`(blank: String) {
        #expect(throws: Base64Error.invalidCharacter(offset: 4)) {
            try Base64.decode("AAAA" + blank, skippingWhiteSpace: true)
        }
    }

    @Test func `error offsets include the skipped white space`() {
        #expect(throws: Base64Error.nonZeroTrailingBits(offset: 3)) {
            try Base64.decode("  AB == ", skippingWhiteSpace: true)
        }
        #expect(Base64Error.invalidCharacter(offset: 17).message.contains("17"))
    }

    @Test func `every accepted text re-encodes to itself`() {
        let symbols = Array("AQgwZ/+=".utf8)
        for first in symbols {
            for second in symbols {
                for third in symbols {
                    for fourth in symbols {
                        let text = [first, second, third, fourth]
                        guard let bytes = try? Base64.decode(text) else { continue }
                        #expect(Array(Base64.encode(bytes).utf8) == text)
                    }
                }
            }
        }
    }
}
