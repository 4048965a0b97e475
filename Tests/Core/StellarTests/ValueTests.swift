// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR
import Testing

struct ValueTests {
    static let issuer = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

    @Test(
        arguments: [
            ("0.0000001", 1), ("1", 10_000_000), ("10.5", 105_000_000), ("0", 0), ("900719925.4740993", (1 << 53) + 1),
            ("922337203685.4775807", Int64.max), ("007", 70_000_000),
        ] as [(String, Int64)])
    func `an amount is exact to the last stroop`(text: String, stroops: Int64) throws {
        #expect(try Amount(text).stroops == stroops)
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "+1", "-1", "-0", "1e3", "1,5", " 1", "1 ", "NaN", "inf", "0x10", "\u{661}\u{662}",
        "\u{ff11}",
        "1_000", "922337203685.4775808", "99999999999999999999", "1.00000001", "1.00000000", "1.2.3", "1\u{0}",
    ])
    func `rejects a malformed or out-of-range amount`(text: String) {
        #expect(throws: AmountError.self) { try Amount(text) }
    }

    @Test func `writes an amount without trailing zeros`() {
        #expect(Amount(stroops: 105_000_000).text == "10.5")
        #expect(Amount(stroops: 1).text == "0.0000001")
        #expect(Amount(stroops: .max).text == "922337203685.4775807")
        #expect(Amount(stroops: .min).text == "-922337203685.4775808")
        #expect(Amount(stroops: 100_000_000_000).text == "10000")
        #expect(Amount(stroops: 5).fixedText == "0.0000005")
    }

    @Test func `round-trips an asset`() throws {
        for text in ["native", "USDC:\(Self.issuer)", "a:\(Self.issuer)", "ABCDEFGHIJKL:\(Self.issuer)"] {
            let asset = try Asset(text)
            #expect(asset.text == text && asset.hasValidCode)
        }
    }

    @Test(arguments: [
        "", "USDC", "XLM:native", ":\(issuer)", "TOOLONGCODE13:\(issuer)", "US-D:\(issuer)", "USDC:",
        "\u{dc}SD:\(issuer)",
    ])
    func `rejects a malformed asset`(text: String) {
        #expect(throws: AssetError.self) { try Asset(text) }
    }

    @Test(arguments: [
        "text:" + String(repeating: "a", count: 29), "text:" + String(repeating: "\u{e9}", count: 15),
        "id:18446744073709551616",
        "id:-1", "id:+1", "id:", "hash:abcd", "hash:" + String(repeating: "z", count: 64), "note:x", "hello", "",
    ])
    func `rejects a malformed or oversized memo`(text: String) {
        #expect(throws: MemoError.self) { try Memo(argument: text) }
    }

    @Test func `parses a memo argument and escapes its text`() throws {
        #expect(try Memo(argument: "text:id:7").value == "id:7")
        #expect(try Memo(argument: "text:").value == "")
        #expect(try Memo(argument: "text:\u{1b}").value == "\\x1b")
        #expect(try Memo(argument: "id:0") == .id(0))
    }

    @Test func `keeps the fraction of a price and converts a decimal to the nearest fraction`() throws {
        #expect(try Price("2/4") == Price(n: 2, d: 4))
        #expect(try Price("0.25") == Price(n: 1, d: 4))
        #expect(try Price("3.1415926535") == Price(n: 2_041_053_298, d: 649_687_443))
        #expect(throws: PriceError.zero) { try Price("0") }
        #expect(throws: PriceError.outOfRange) { try Price("0.0000000001") }
        #expect(throws: PriceError.outOfRange) { try Price("99999999999") }
        // As JavaScript prints 1/389.99954, and as a column with 18 decimals does.
        #expect(try Price("0.0025641055884322323") == Price(n: 50_000, d: 19_499_977))
        #expect(try Price("000.250000000000000000000000000000000000000000") == Price(n: 1, d: 4))
        #expect(try Price("1234567.000000000000000001") == Price(n: 1_234_567, d: 1))
        #expect(throws: PriceError.zero) { try Price("0.000000000000000000000000") }
        #expect(throws: PriceError.outOfRange) { try Price("0.0000000000000000000000000000001") }
        #expect(throws: PriceError.outOfRange) { try Price("123456789012345678901234567890") }
        #expect(throws: PriceError.tooManyDigits(37, limit: 36)) { try Price("0." + String(repeating: "3", count: 37)) }
        #expect(throws: PriceError.tooManyDigits(40, limit: 36)) { try Price(String(repeating: "9", count: 40)) }
        for text in ["", "/", "1/", "1/2/3", "-1", "1e3", ".5", "1.", "1.2.3", "1/4294967296"] {
            #expect(throws: PriceError.self) { try Price(text) }
        }
    }

    @Test(
        arguments: [
            ("1900000000", 1_900_000_000), ("2030-03-17T17:46:40Z", 1_900_000_000), ("1970-01-01T00:00:00Z", 0),
            ("2030-03-17T18:46:40+01:00", 1_900_000_000), ("2030-03-17T17:46:40.999Z", 1_900_000_000),
            ("2000-02-29T12:00:00Z", 951_825_600), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, UInt64)])
    func `parses a Unix time or an RFC 3339 time`(text: String, seconds: UInt64) {
        #expect(Timestamp(text) == Timestamp(seconds))
    }

    @Test(arguments: [
        "", "-1", "+1", "2030-03-17", "2030-02-30T00:00:00Z", "2030-13-01T00:00:00Z", "2030-03-17T24:00:00Z",
        "2030-03-17T17:46:40",
        "1969-12-31T23:59:59Z", "2030-03-17T17:46:40.Z", "tomorrow", "2030-03-17T17:46:40Zx",
    ])
    func `rejects a malformed time`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func `round-trips times`() {
        for seconds: UInt64 in [0, 59, 86_399, 951_782_400, 951_868_800, 1_900_000_000, 253_402_300_799] {
            #expect(Timestamp(Timestamp(seconds).rfc3339) == Timestamp(seconds))
        }
        #expect(Timestamp(1_900_000_000).utc == "2030-03-17 17:46:40 UTC")
        #expect(Timestamp(.max).utc == "18446744073709551615 s")
    }
}
