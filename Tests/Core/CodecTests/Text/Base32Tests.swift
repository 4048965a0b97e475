// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct Base32Tests {
    static let pairs = [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ]

    @Test(arguments: pairs)
    func `encodes and decodes the RFC 4648 vectors without padding`(plain: String, text: String) throws {
        #expect(Base32.encode(plain.utf8) == text)
        #expect(try Base32.decode([UInt8](text.utf8)) == Array(plain.utf8))
    }

    @Test func `round trips every length`() throws {
        for count in 0...70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
            #expect(try Base32.decode([UInt8](Base32.encode(bytes).utf8)) == bytes)
        }
    }

    @Test(arguments: [
        ("A", Base32Error.badLength(1)), ("AAA", .badLength(3)), ("AAAAAA", .badLength(6)),
        ("MZ", .nonZeroTrailingBits), ("AAAAAAB", .nonZeroTrailingBits), ("my", .invalidCharacter(offset: 0)),
        ("MY======", .invalidCharacter(offset: 2)), ("M1", .invalidCharacter(offset: 1)),
        ("M0", .invalidCharacter(offset: 1)), ("M 8", .invalidCharacter(offset: 1)),
        ("MY\n", .invalidCharacter(offset: 2)),
    ])
    func `rejects malformed text`(text: String, error: Base32Error) {
        #expect(throws: error) { try Base32.decode([UInt8](text.utf8)) }
    }

    @Test func `decodes into the caller's buffer`() throws {
        let text = Array("MZXW6YTBOI".utf8)
        var bytes = [UInt8](repeating: 0xee, count: 8)
        let count = try text.withUnsafeBytes { source in
            try bytes.withUnsafeMutableBytes { try Base32.decode(source, into: $0) }
        }
        #expect(count == 6)
        #expect(bytes == Array("foobar".utf8) + [0xee, 0xee])
    }
}
