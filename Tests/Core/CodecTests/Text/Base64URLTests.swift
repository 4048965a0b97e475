// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct Base64URLTests {
    @Test(
        arguments: [
            ([], ""), ([0x66], "Zg"), ([0x66, 0x6f], "Zm8"), ([0x66, 0x6f, 0x6f], "Zm9v"),
            ([0xfb, 0xff, 0xfe], "-__-"),
            ([0xff], "_w"), ([0xf8], "-A"),
        ] as [([UInt8], String)])
    func `encodes and decodes base64url without padding`(bytes: [UInt8], text: String) throws {
        #expect(Base64URL.encode(bytes) == text)
        #expect(try Base64URL.decode(text) == bytes)
    }

    @Test(
        arguments: [
            ("Zg==", .invalidCharacter(offset: 2)), ("+__-", .invalidCharacter(offset: 0)),
            ("-_/-", .invalidCharacter(offset: 2)), ("Zh", .nonZeroTrailingBits(offset: 1)),
            ("Zm 9", .invalidCharacter(offset: 2)), ("Zm9v\n", .invalidCharacter(offset: 4)),
        ] as [(String, Base64Error)])
    func `rejects non-canonical text`(text: String, error: Base64Error) {
        #expect(throws: error) { try Base64URL.decode(text) }
    }

    @Test(arguments: ["Z", "Zm9vY"]) func `rejects an incomplete last group`(text: String) {
        #expect(throws: Base64Error.self) { try Base64URL.decode(text) }
    }
}
