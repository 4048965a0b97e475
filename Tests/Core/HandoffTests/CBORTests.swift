// SPDX-License-Identifier: Apache-2.0

import Codec
import Handoff
import Testing

struct CBORTests {
    /// The examples of RFC 8949 appendix A whose types are supported.
    static let pairs: [(String, CBOR)] = [
        ("00", .unsigned(0)), ("01", .unsigned(1)), ("0a", .unsigned(10)), ("17", .unsigned(23)),
        ("1818", .unsigned(24)),
        ("1819", .unsigned(25)), ("1864", .unsigned(100)), ("18ff", .unsigned(255)), ("190100", .unsigned(256)),
        ("1903e8", .unsigned(1000)), ("19ffff", .unsigned(65_535)), ("1a00010000", .unsigned(65_536)),
        ("1a000f4240", .unsigned(1_000_000)), ("1affffffff", .unsigned(0xffff_ffff)),
        ("1b0000000100000000", .unsigned(1 << 32)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
        ("1bffffffffffffffff", .unsigned(.max)), ("20", .negative(0)), ("29", .negative(9)), ("3863", .negative(99)),
        ("3903e7", .negative(999)), ("3bffffffffffffffff", .negative(.max)), ("f4", .bool(false)), ("f5", .bool(true)),
        ("f6", .null), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")),
        ("6161", .text("a")),
        ("6449455446", .text("IETF")), ("62225c", .text("\"\\")), ("62c3bc", .text("\u{fc}")),
        ("63e6b0b4", .text("\u{6c34}")),
        ("64f0908591", .text("\u{10151}")), ("80", .array([])),
        ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        (
            "8301820203820405",
            .array([.unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)])])
        ),
        ("a0", .map([:])), ("a201020304", .map([.unsigned(1): .unsigned(2), .unsigned(3): .unsigned(4)])),
        ("a26161016162820203", .map([.text("a"): .unsigned(1), .text("b"): .array([.unsigned(2), .unsigned(3)])])),
        ("c11a514b67b0", .tagged(1, .unsigned(1_363_896_240))), ("d74401020304", .tagged(23, .bytes([1, 2, 3, 4]))),
        ("d818456449455446", .tagged(24, .bytes([0x64, 0x49, 0x45, 0x54, 0x46]))),
        ("d9012c40", .tagged(300, .bytes([]))),
    ]

    @Test(arguments: pairs)
    func `encodes and decodes the examples of RFC 8949`(hex: String, item: CBOR) throws {
        #expect(Hex.encode(item.encoded) == hex)
        #expect(try CBOR(decoding: Hex.decode(hex)) == item)
    }

    @Test(arguments: pairs)
    func `rejects truncated input and a trailing byte`(hex: String, item: CBOR) throws {
        let bytes = try Hex.decode(hex)
        for count in 0..<bytes.count {
            #expect(throws: CBORError.self) { try CBOR(decoding: Array(bytes[..<count])) }
        }
        #expect(throws: CBORError.trailing(offset: bytes.count)) { try CBOR(decoding: bytes + [0]) }
    }

    @Test func `sorts map keys by their encoded bytes`() {
        let map = CBOR.map([
            .text("aa"): .null, .unsigned(100): .null, .bool(false): .null, .array([.unsigned(100)]): .null,
            .unsigned(10): .null, .negative(0): .null, .text("z"): .null, .array([.negative(0)]): .null,
        ])
        #expect(Hex.encode(map.encoded) == "a80af61864f620f6617af6626161f6811864f68120f6f4f6")
    }

    @Test func `decodes map keys in any order`() throws {
        #expect(
            try CBOR(decoding: Hex.decode("a203040102"))
                == .map([.unsigned(1): .unsigned(2), .unsigned(3): .unsigned(4)]))
    }

    @Test(arguments: [
        ("1817", CBORError.notShortest(offset: 0)), ("1900ff", .notShortest(offset: 0)),
        ("1a0000ffff", .notShortest(offset: 0)),
        ("1b00000000ffffffff", .notShortest(offset: 0)), ("5801aa", .notShortest(offset: 0)),
        ("8118 17", .notShortest(offset: 1)),
        ("3800", .notShortest(offset: 0)), ("d801 00", .notShortest(offset: 0)), ("5f41aaff", .indefinite(offset: 0)),
        ("7f6161ff", .indefinite(offset: 0)), ("9f01ff", .indefinite(offset: 0)), ("bf0102ff", .indefinite(offset: 0)),
        ("81ff", .indefinite(offset: 1)), ("a201020103", .duplicateKey(offset: 3)),
        ("a2616101616102", .duplicateKey(offset: 4)),
        ("f7", .unsupported(offset: 0)), ("f0", .unsupported(offset: 0)), ("f820", .unsupported(offset: 0)),
        ("f97e00", .unsupported(offset: 0)), ("fb3ff0000000000000", .unsupported(offset: 0)),
        ("1c", .unsupported(offset: 0)),
        ("61ff", .notUTF8(offset: 0)), ("62c080", .notUTF8(offset: 0)), ("63eda080", .notUTF8(offset: 0)),
        ("5bffffffffffffffff", .truncated(offset: 0)), ("5b7fffffffffffffff", .truncated(offset: 0)),
        ("9bffffffffffffffff", .truncated(offset: 0)), ("9affffffff00", .truncated(offset: 0)),
        ("bb7fffffffffffffff", .truncated(offset: 0)), ("a20102", .truncated(offset: 0)), ("", .truncated(offset: 0)),
        ("c1", .truncated(offset: 1)),
    ])
    func `rejects non-canonical, unsupported and truncated items`(hex: String, error: CBORError) throws {
        let bytes = try Hex.decode(hex.replacing(" ", with: ""))
        #expect(throws: error) { try CBOR(decoding: bytes) }
    }

    @Test(arguments: [0x81, 0xa1, 0xc1] as [UInt8])
    func `decodes 16 levels of nesting and rejects 17`(head: UInt8) throws {
        let step = head == 0xa1 ? [head, 0] : [head]
        func nested(_ depth: Int) -> [UInt8] { Array(repeatElement(step, count: depth).joined()) + [0] }
        _ = try CBOR(decoding: nested(16))
        #expect(throws: CBORError.tooDeep(offset: 16 * step.count)) { try CBOR(decoding: nested(17)) }
        #expect(throws: CBORError.self) { try CBOR(decoding: nested(100_000)) }
    }

    @Test func `re-encodes a sample unchanged and each accepted mutation to an equal item`() throws {
        let sample = try Hex.decode(
            "a4015000112233445566778899aabbccddeeff0282016361626303a103c1f504d9012c581864"
                + String(repeating: "00", count: 23))
        #expect(try CBOR(decoding: sample).encoded == sample)
        for place in sample.indices {
            for value in 0...255 as ClosedRange<UInt8> {
                var changed = sample
                changed[place] = value
                guard let item = try? CBOR(decoding: changed) else { continue }
                #expect(item.encoded.count == changed.count)
                #expect(try CBOR(decoding: item.encoded) == item)
            }
        }
    }
}
