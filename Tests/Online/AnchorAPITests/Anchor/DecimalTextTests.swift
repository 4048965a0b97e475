// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AnchorAPI

struct DecimalTextTests {
    private static func fee(_ fixed: String?, _ percent: String?, of amount: String) throws -> String? {
        DecimalText.fee(
            fixed: fixed.flatMap(DecimalText.init), percent: percent.flatMap(DecimalText.init),
            of: try #require(DecimalText(amount)))?.text
    }

    @Test(
        arguments: [
            (nil, "1", "100", "1"), ("1", nil, "100", "1"), ("1", "0.5", "100", "1.5"), ("0", "0", "100", "0"),
            (nil, "1", "0.0000001", "0.0000001"), ("0.00000001", nil, "1", "0.0000001"),
            ("999999999999999998", "1", "100", "999999999999999999"), ("10", nil, "1", "10"),
            ("0.05", "1", "10", "0.15"), ("12345.6789012", "0.1", "1000", "12346.6789012"),
            ("0.9999999", "1", "0.00001", "1"),
        ] as [(String?, String?, String, String)])
    func `calculates a fee exactly and rounds it up`(
        fixed: String?, percent: String?, amount: String, fee: String
    ) throws {
        #expect(try Self.fee(fixed, percent, of: amount) == fee)
    }

    @Test(
        arguments: [
            // The product fits into 128 bits, but overflows when it is rounded up.
            (nil, "2000000.0006169", "850705917039945918.5474652"),
            (nil, "999999999999999999", "999999999999999999"), ("999999999999999999", "1", "100"),
            ("999999999999999999.999999999999999999", "100", "999999999999999999.999999999999999999"),
        ] as [(String?, String?, String)])
    func `returns nil for a fee whose calculation overflows`(fixed: String?, percent: String?, amount: String) throws {
        #expect(try Self.fee(fixed, percent, of: amount) == nil)
    }

    @Test(
        arguments: [
            ("100", "1.2", "98.8"), ("1", "1", "0"), ("1", "0.000000000000000001", "0.999999999999999999"),
            ("100.50", "0.5", "100"), ("0.1", "0.01", "0.09"), ("1", "1.000000000000000001", nil),
        ] as [(String, String, String?)])
    func `writes a difference without trailing zeros`(amount: String, other: String, rest: String?) throws {
        #expect(try #require(DecimalText(amount)).minus(try #require(DecimalText(other))) == rest)
    }
}
