// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Anchor

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
            ("999999999999999998", "1", "100", "999999999999999999"),
        ] as [(String?, String?, String, String)])
    func `a fee is reckoned exactly and rounded up`(
        fixed: String?, percent: String?, amount: String, fee: String
    ) throws {
        #expect(try Self.fee(fixed, percent, of: amount) == fee)
    }

    @Test(
        arguments: [
            // The product fits into 128 bits, and what is added to round it up does not.
            (nil, "2000000.0006169", "850705917039945918.5474652"),
            (nil, "999999999999999999", "999999999999999999"), ("999999999999999999", "1", "100"),
            ("999999999999999999.999999999999999999", "100", "999999999999999999.999999999999999999"),
        ] as [(String?, String?, String)])
    func `a fee that cannot be reckoned is none`(fixed: String?, percent: String?, amount: String) throws {
        #expect(try Self.fee(fixed, percent, of: amount) == nil)
    }
}
