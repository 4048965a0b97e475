// SPDX-License-Identifier: Apache-2.0

import Stellar
import Testing

struct TokenAmountTests {
    @Test(
        arguments: [
            ("10.5", 7, 105_000_000, "10.5"), ("0", 7, 0, "0"), ("1", 0, 1, "1"),
            ("0.000000000000000001", 18, 1, "0.000000000000000001"),
            ("170141183460469231731687303715884105727", 0, Int128.max, "170141183460469231731687303715884105727"),
            ("100.10", 2, 10_010, "100.1"),
        ] as [(String, Int, Int128, String)])
    func `reads and writes units exactly`(_ text: String, _ decimals: Int, _ units: Int128, _ again: String) throws {
        let amount = try TokenAmount(text, decimals: decimals)
        #expect(amount.units == units)
        #expect(amount.text == again)
    }

    @Test(
        arguments: [
            ("", 7, .notANumber), (".5", 7, .notANumber), ("5.", 7, .notANumber), ("1e3", 7, .notANumber),
            ("-1", 7, .notANumber),
            ("+1", 7, .notANumber), (" 1", 7, .notANumber), ("1,5", 7, .notANumber), ("1.2.3", 7, .notANumber),
            ("\u{661}", 7, .notANumber),
            ("0.00000001", 7, .tooManyDecimals(found: 8, most: 7)), ("1.0", 0, .tooManyDecimals(found: 1, most: 0)),
            ("170141183460469231731687303715884105728", 0, .tooLarge),
            ("99999999999999999999999999999999", 7, .tooLarge),
        ] as [(String, Int, TokenAmountError)])
    func `rejects what is not an exact amount`(_ text: String, _ decimals: Int, _ error: TokenAmountError) {
        #expect(throws: error) { try TokenAmount(text, decimals: decimals) }
    }

    @Test func `writes negative units with a sign`() {
        #expect(TokenAmount(units: -15, decimals: 1).text == "-1.5")
        #expect(TokenAmount(units: Int128.min, decimals: 0).text == "-170141183460469231731687303715884105728")
    }
}
