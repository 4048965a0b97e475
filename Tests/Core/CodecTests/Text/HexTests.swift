// SPDX-License-Identifier: Apache-2.0

import Codec
import Testing

struct HexTests {
    @Test func `writes lower case and reads both cases`() throws {
        #expect(Hex.encode([0x00, 0x9f, 0xa0, 0xff]) == "009fa0ff")
        #expect(try Hex.decode("009fA0Ff") == [0x00, 0x9f, 0xa0, 0xff])
        #expect(try Hex.decode("") == [])
    }

    @Test(arguments: [
        ("0", HexError.oddLength(1)), ("abc", .oddLength(3)), ("0x00", .invalidCharacter(offset: 1)),
        ("0g", .invalidCharacter(offset: 1)), (" 00", .invalidCharacter(offset: 0)),
        ("00\n", .invalidCharacter(offset: 2)),
        ("\u{ff10}0", .invalidCharacter(offset: 0)), ("0-", .invalidCharacter(offset: 1)),
    ])
    func `rejects malformed text`(text: String, error: HexError) {
        #expect(throws: error) { try Hex.decode(text) }
    }
}
