// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Testing

struct BytewordsTests {
    @Test(arguments: Vectors.rows("bytewords"))
    func `encodes and decodes the published vectors`(row: JSON) throws {
        let data = try Hex.decode(row.string("data_hex"))
        for (name, style) in [("minimal", Bytewords.Style.minimal), ("standard", .standard), ("uri", .uri)] {
            guard let text = try row.optionalString(name) else { continue }
            #expect(Bytewords.encode(data, style: style) == text)
            #expect(try Bytewords.decode(text, style: style) == data)
            #expect(try Bytewords.decode(text.uppercased(), style: style) == data)
        }
    }

    @Test func `all 13 vectors are loaded`() { #expect(Vectors.rows("bytewords").count == 13) }

    @Test func `every byte value has its own word`() throws {
        let bytes = (0...255).map { UInt8($0) }
        #expect(try Bytewords.decode(Bytewords.encode(bytes, style: .minimal), style: .minimal) == bytes)
        #expect(try Bytewords.decode(Bytewords.encode(bytes, style: .standard), style: .standard) == bytes)
        #expect(Set(Bytewords.encode(bytes, style: .standard).split(separator: " ").prefix(256)).count == 256)
    }

    @Test(arguments: [
        ("aeadaolazojendeowf", BytewordsError.wrongChecksum), ("aeadaolazmjendeot", .oddLength(17)),
        ("wolf", .unknownWord(offset: 0)), ("", .tooShort), ("aeaeae", .tooShort),
        ("aeaeaeqq", .unknownWord(offset: 6)),
        ("ae ae ae", .unknownWord(offset: 2)), ("aeae\u{430}aeae", .unknownWord(offset: 4)),
        ("aeaeaead", .wrongChecksum), ("aeae{}aeae", .unknownWord(offset: 4)), ("aeae@[aeae", .unknownWord(offset: 4)),
    ])
    func `rejects malformed minimal bytewords`(text: String, error: BytewordsError) {
        #expect(throws: error) { try Bytewords.decode(text, style: .minimal) }
    }

    @Test(arguments: [
        ("able acid also lava zero jade need echo wolf", BytewordsError.wrongChecksum), ("", .unknownWord(offset: 0)),
        ("able  able able able", .unknownWord(offset: 5)), ("able able able abbe", .unknownWord(offset: 15)),
        ("able-able-able-able", .unknownWord(offset: 0)), ("able able able", .tooShort),
    ])
    func `rejects malformed standard bytewords`(text: String, error: BytewordsError) {
        #expect(throws: error) { try Bytewords.decode(text, style: .standard) }
    }

    @Test func `rejects any single changed letter`() {
        let text = Array(Bytewords.encode([1, 2, 3, 0xff], style: .minimal).utf8)
        for place in text.indices {
            for letter in UInt8(ascii: "a")...UInt8(ascii: "z") where letter != text[place] {
                var changed = text
                changed[place] = letter
                #expect(throws: BytewordsError.self) {
                    try Bytewords.decode(String(decoding: changed, as: UTF8.self), style: .minimal)
                }
            }
        }
    }
}
