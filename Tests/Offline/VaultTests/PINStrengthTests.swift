// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

@testable import Vault

struct PINStrengthTests {
    private func strength(_ pin: String) throws -> PINStrength {
        PINStrength(of: try SecretBytes(pin), guess: .milliseconds(700), parameters: .moderate)
    }

    @Test func `reports the cost of guessing a six-digit PIN`() throws {
        let text = try strength("804129").text
        #expect(text.count == 3)
        let cost =
            "each guess costs 700 ms on this machine (Argon2id, 3 passes over 256 MiB); a copied key file can be attacked "
            + "offline without limit"
        #expect(text[0] == cost)
        #expect(
            text[1].contains("all PINs of 6 digits: at most 8.1 days on one such machine, 1.9 hours on a hundred"))
        #expect(text[2].contains("passphrase"))
    }

    @Test func `reports no warning for a strong passphrase`() throws {
        let strength = try strength("clamp ivory dusty pecan mural")
        #expect(strength.text.count == 2)
        #expect(strength.text[1].contains("64 bits"))
        #expect(!strength.isShortLived)
    }

    @Test(arguments: [
        ("80412957", 26.5), ("abcdefgh", 37.6), ("abcdefgH", 45.6), ("abcd efgh", 25.8), ("a b c d e f", 64.8),
        ("Grüße123", 58.7), ("ab cd!", 25.8),
    ]) func `estimates the entropy of a PIN`(pin: String, bits: Double) throws {
        #expect(abs(try strength(pin).bits - bits) < 0.1)
    }

    @Test func `never repeats the PIN`() throws {
        for pin in ["804129", "correct horse"] { #expect(try !strength(pin).text.joined().contains(pin)) }
    }

    @Test(
        arguments: [
            (0, "1 ms"), (0.0314, "31 ms"), (1, "1 second"), (59, "59 seconds"), (90, "1.5 minutes"),
            (7200, "2 hours"),
            (86400 * 10.4, "10 days"), (31_557_600, "1 year"), (31_557_600 * 2500.0, "2.5 thousand years"),
            (31_557_600e6, "1 million years"), (1e30, "more than a thousand million years"),
            (.infinity, "more than a thousand million years"),
        ] as [(Double, String)]) func `writes a duration in a readable unit`(seconds: Double, text: String)
    {
        #expect(WrittenTime(seconds: seconds).text == text)
    }
}
