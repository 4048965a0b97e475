// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Testing

struct URTests {
    @Test func `all vectors are loaded`() {
        #expect(Vectors.rows("single").count == 28)
        #expect(Vectors.rows("invalid").count == 24)
        #expect(Vectors.rows("accepted_forms").count == 9)
        #expect(Vectors.rows("first_parts").count == 6)
    }

    @Test(arguments: Vectors.rows("single"))
    func `writes and parses the published URs`(row: JSON) throws {
        let text = try row.string("ur")
        let ur = UR(type: try row.string("type"), message: try Hex.decode(row.string("cbor_hex")))
        #expect(ur.text == text)
        #expect(ur.qrText == text.uppercased())
        #expect(try UR(parsing: text) == ur)
        #expect(try UR(parsing: text.uppercased()) == ur)
    }

    @Test(arguments: Vectors.rows("accepted_forms"))
    func `parses any case, and part 1 of 1`(row: JSON) throws {
        let text = try #require(try row.array("urs").first?.asString)
        #expect(try Hex.encode(UR(parsing: text).message) == row.string("cbor_hex"))
    }

    @Test(arguments: Vectors.rows("first_parts").compactMap(\.asString))
    func `reports the missing parts when only the first is given`(text: String) {
        #expect {
            try UR(parsing: text)
        } throws: { error in
            if case .onePart(_, number: 1, let count) = error as? URError { count > 1 } else { false }
        }
        #expect {
            try HandoffInput.recognise(text)
        } throws: { error in
            guard case .ur(.incomplete(let progress)) = error as? HandoffError else { return false }
            return progress.missing == Array(2...progress.expected)
        }
    }

    @Test(arguments: Vectors.rows("invalid"))
    func `rejects the invalid vectors`(row: JSON) throws {
        let text = try row.array("urs").compactMap(\.asString).joined(separator: "\n")
        #expect(throws: HandoffError.self) { try HandoffInput.recognise(text) }
        if try row.array("urs").count == 1 { #expect(throws: URError.self) { try UR(parsing: text) } }
    }

    static let words = "fzoxueplca"

    static let long = String(repeating: "a", count: 65)

    static let wrong: [(String, URError)] = [
        ("", .noScheme), ("ur", .noScheme), ("xr:bytes/\(words)", .noScheme), (" ur:bytes/\(words)", .noScheme),
        ("ur:", .badType), ("ur:/\(words)", .badType), ("ur:by_tes/\(words)", .badType),
        ("ur:b\u{e4}tes/\(words)", .badType), ("ur:\(long)/\(words)", .badType),
        ("ur:bytes", .badPath), ("ur:bytes/1-1/1-1/\(words)", .badPath), ("ur:bytes/1/\(words)", .badPath),
        ("ur:bytes/0-1/\(words)", .badPath), ("ur:bytes/1-0/\(words)", .badPath), ("ur:bytes/01-1/\(words)", .badPath),
        ("ur:bytes/+1-1/\(words)", .badPath), ("ur:bytes/1-4294967296/\(words)", .badPath),
        ("ur:bytes/1-1-1/\(words)", .badPath), ("ur:bytes/1-1/\(words)", .badPart),
        ("ur:bytes/", .bytewords(.tooShort)), ("ur:bytes/\(words)\n", .bytewords(.oddLength(11))),
        ("ur:bytes/\(words)/", .badPath),
    ]

    @Test(arguments: wrong)
    func `reports the specific error for a malformed UR`(text: String, error: URError) {
        #expect(throws: error) { try UR(parsing: text) }
    }

    @Test func `rejects text over the length limit`() {
        let text = "ur:bytes/" + String(repeating: "ae", count: 1 << 19)
        #expect(throws: URError.tooLong(limit: 1 << 20)) { try UR(parsing: text) }
    }

    static let message: [UInt8] = [0x41, 0xa2]

    /// Parts 1 of 1 whose CBOR array has one fault.
    static let wrongParts: [CBOR] = [
        .array([.unsigned(2), .unsigned(1), .unsigned(2), .unsigned(0x1234), .bytes(message)]),
        .array([.unsigned(1), .unsigned(1), .unsigned(3), .unsigned(crc), .bytes(message)]),
        .array([.unsigned(1), .unsigned(1), .unsigned(2), .unsigned(crc | 1 << 32), .bytes(message)]),
        .array([.unsigned(1), .unsigned(2), .unsigned(2), .unsigned(crc), .bytes(message)]),
        .array([.unsigned(1), .unsigned(1), .unsigned(2), .unsigned(crc)]),
        .array([.unsigned(1), .unsigned(1), .unsigned(0), .unsigned(0), .bytes([])]),
        .array([.unsigned(1), .unsigned(1), .unsigned(2), .unsigned(crc), .text("ab")]),
        .bytes(message), .null,
    ]

    static let crc: UInt64 = {
        // The checksum is at the end of the message's own bytewords.
        let text = Bytewords.encode(message, style: .minimal)
        let all = (0...255 as ClosedRange<UInt8>).map { Array(Bytewords.encode([$0], style: .minimal).utf8.prefix(2)) }
        let bytes = stride(from: 4, to: 12, by: 2).map { place in
            must { all.firstIndex(of: Array(text.utf8.dropFirst(place).prefix(2))) }
        }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }()

    @Test func `parses a valid part 1 of 1`() throws {
        let part = CBOR.array([.unsigned(1), .unsigned(1), .unsigned(2), .unsigned(Self.crc), .bytes(Self.message)])
        let text = "ur:bytes/1-1/" + Bytewords.encode(part.encoded, style: .minimal)
        #expect(try UR(parsing: text) == UR(type: "bytes", message: Self.message))
    }

    @Test func `rejects a part 1 of 1 with a wrong checksum`() {
        let part = CBOR.array([.unsigned(1), .unsigned(1), .unsigned(2), .unsigned(Self.crc ^ 1), .bytes(Self.message)])
        let text = "ur:bytes/1-1/" + Bytewords.encode(part.encoded, style: .minimal)
        #expect(throws: URError.wrongChecksum) { try UR(parsing: text) }
    }

    @Test(arguments: wrongParts)
    func `rejects a part 1 of 1 with inconsistent fields`(part: CBOR) {
        let text = "ur:bytes/1-1/" + Bytewords.encode(part.encoded, style: .minimal)
        #expect(throws: URError.badPart) { try UR(parsing: text) }
    }
}
