// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing
import Vault

struct PINPolicyTests {
    @Test(arguments: [
        "80412957", "730194628815", "55667788", "135790", "193746", "korrekt!", "Grüße  vom Pferd, korrekt!",
        "12345a78",
        "correct horse", "äöüÄÖÜßé", "\u{0}\u{1}abcdef",
    ]) func `accepts a strong PIN or passphrase`(pin: String) throws {
        try PINPolicy.check(try SecretBytes(pin))
    }

    @Test(
        arguments: [
            ("", .fewDigits), ("1", .fewDigits), ("12345", .fewDigits), ("80412", .fewDigits),
            ("abc1234", .shortPassphrase),
            ("äöüÄÖÜ", .shortPassphrase), ("80412 ", .shortPassphrase), ("123456", .run), ("7890123", .run),
            ("654321", .run),
            ("3210987654", .run), ("000000", .repeated), ("77777777", .repeated), ("121212", .repeated),
            ("4545454", .repeated),
            ("123123", .repeated), ("90290290", .repeated), ("aaaaaaaa", .repeated), ("        ", .repeated),
            ("abcabcab", .repeated), ("112233", .common), ("147258", .common), ("password", .common),
        ] as [(String, PINWeakness)]) func `rejects a weak PIN and names its weakness`(
            pin: String, weakness: PINWeakness
        )
    {
        #expect(throws: weakness) { try PINPolicy.check(try SecretBytes(pin)) }
    }
}
