// SPDX-License-Identifier: Apache-2.0

import Codec
package import Crypto

/// The cost of guessing a PIN, for an attacker with a copy of the key file.
///
/// Only the duration of a guess on this machine is measured; the rest are assumptions, which the text states. Digits are assumed to be
/// random. So is a passphrase, character by character or, if it contains spaces, word by word from a list of 7,776 (diceware),
/// whichever gives less. This is an upper bound, since people do not choose at random.
package struct PINStrength: Hashable, Sendable {
    /// log₂ of the maximum number of PINs to try.
    package let bits: Double
    /// Whether the PIN consists of digits only.
    package let isDigits: Bool
    private let length: Int
    private let guess: Duration
    private let parameters: PasswordHash.Parameters

    /// - Parameter guess: how long Argon2id took on this machine with these parameters.
    package init(of pin: borrowing SecretBytes, guess: Duration, parameters: PasswordHash.Parameters) {
        self.guess = guess
        self.parameters = parameters
        let shape = pin.withBytes { pin in
            (isDigits: PINShape.isDigits(pin), length: PINShape.characters(pin), bits: Self.bits(pin))
        }
        isDigits = shape.isDigits
        length = shape.length
        bits = shape.bits
    }

    /// Lower-case lines for the user, in display order.
    package var text: [String] {
        [
            "each guess costs \(WrittenTime(guess).text) on this machine (Argon2id, \(parameters.text)); a copied key file"
                + " can be attacked offline without limit",
            "\(space): at most \(time(machines: 1)) on one such machine, \(time(machines: 100)) on a hundred; half that"
                + " on average",
        ]
            + (isShortLived
                ? ["use more digits, or a passphrase of at least five randomly chosen words"] : [])
    }

    /// Whether one hundred machines need less than a year to try all PINs.
    package var isShortLived: Bool { seconds(machines: 100) < 365 * 86400 }

    private var space: String {
        isDigits
            ? "all PINs of \(length) digits"
            : "a random passphrase of this form (\(Int(bits)) bits; one chosen by hand has far fewer)"
    }

    private func time(machines: Double) -> String { WrittenTime(seconds: seconds(machines: machines)).text }

    private func seconds(machines: Double) -> Double {
        exp2(bits) * (Double(guess.components.seconds) + Double(guess.components.attoseconds) / 1e18) / machines
    }

    private static func bits(_ pin: UnsafeRawBufferPointer) -> Double {
        let characters = Double(PINShape.characters(pin)) * log2(Double(max(2, PINShape.alphabet(pin))))
        let words = PINShape.words(pin)
        return words > 1 ? min(characters, Double(words) * log2(7776)) : characters
    }
}
