// SPDX-License-Identifier: Apache-2.0

import Codec
package import Crypto

/// Requirements for a new PIN: at least six digits, or a passphrase of at least eight characters.
///
/// Rejects only what an attacker tries first; `PINStrength` estimates the strength of the rest. Bytes are used as
/// typed, without trimming, case folding or normalisation, so composed and decomposed `ü` are different PINs.
package enum PINPolicy {
    /// Minimum number of digits in a PIN.
    package static let fewestDigits = 6
    /// Minimum number of characters in a passphrase.
    package static let fewestCharacters = 8
    /// Length in bytes of the longest group whose repetition is rejected as a PIN.
    private static let longestGroup = 3

    // PINs of at least six digits from published lists of leaked PINs; repetitions and sequences are rejected by rule.
    private static let common: StaticString =
        "112233 147258 159753 789456 456789 102030 010203 123321 147852 258456 142536 246810 password qwertyui passw0rd"

    /// - Throws: the first weakness found.
    package static func check(_ pin: borrowing SecretBytes) throws(PINWeakness) {
        try pin.withBytes { (pin) throws(PINWeakness) in try check(pin) }
    }

    private static func check(_ pin: UnsafeRawBufferPointer) throws(PINWeakness) {
        if PINShape.isDigits(pin) {
            guard pin.count >= fewestDigits else { throw .fewDigits }
            guard !isRun(pin, step: 1), !isRun(pin, step: 9) else { throw .run }
        } else {
            guard PINShape.characters(pin) >= fewestCharacters else { throw .shortPassphrase }
        }
        for group in 1...longestGroup where repeats(pin, every: group) { throw .repeated }
        guard !isCommon(pin) else { throw .common }
    }

    /// Whether each digit is the one before plus `step`, 0 following 9.
    private static func isRun(_ digits: UnsafeRawBufferPointer, step: UInt8) -> Bool {
        zip(digits, digits.dropFirst()).allSatisfy { before, after in after &- 48 == (before &- 48 + step) % 10 }
    }

    private static func repeats(_ pin: UnsafeRawBufferPointer, every group: Int) -> Bool {
        pin.indices.dropFirst(group).allSatisfy { pin[$0] == pin[$0 - group] }
    }

    private static func isCommon(_ pin: UnsafeRawBufferPointer) -> Bool {
        common.withUTF8Buffer { list in
            list.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(pin) }
        }
    }
}

/// Why a new PIN or passphrase is rejected.
package enum PINWeakness: Error, Hashable {
    /// Digits only, and fewer than six.
    case fewDigits
    /// Not digits only, and fewer than eight characters.
    case shortPassphrase
    /// A single character or a short group, repeated.
    case repeated
    /// Digits that count up or down.
    case run
    /// One of the most common PINs.
    case common

    /// A one-line message in lower case.
    package var message: String {
        switch self {
        case .fewDigits: "a PIN needs at least 6 digits"
        case .shortPassphrase: "a passphrase needs at least 8 characters"
        case .repeated: "this PIN repeats itself"
        case .run: "this PIN is a sequence that counts up or down"
        case .common: "this PIN is among the most common ones"
        }
    }
}

/// Properties of a PIN that can be counted without copying it.
enum PINShape {
    static func isDigits(_ pin: UnsafeRawBufferPointer) -> Bool {
        pin.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The number of UTF-8 characters: all bytes except continuation bytes.
    static func characters(_ pin: UnsafeRawBufferPointer) -> Int {
        pin.reduce(0) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
    }

    /// The size of the alphabet: the sum over all kinds of characters in the PIN. Characters beyond ASCII count as one
    /// kind of 100.
    static func alphabet(_ pin: UnsafeRawBufferPointer) -> Int {
        let kinds: [(Int, ClosedRange<UInt8>)] = [
            (10, UInt8(ascii: "0")...UInt8(ascii: "9")), (26, UInt8(ascii: "a")...UInt8(ascii: "z")),
            (26, UInt8(ascii: "A")...UInt8(ascii: "Z")), (100, 0x80...0xff),
        ]
        let found = kinds.filter { kind in pin.contains { kind.1.contains($0) } }
        let hasSign = pin.contains { byte in !kinds.contains { $0.1.contains(byte) } }
        return found.reduce(hasSign ? 33 : 0) { $0 + $1.0 }
    }

    /// The number of words separated by spaces.
    static func words(_ pin: UnsafeRawBufferPointer) -> Int {
        pin.split(separator: UInt8(ascii: " ")).count
    }
}

/// The cost of guessing a PIN, for an attacker with a copy of the key file.
///
/// Only the duration of a guess on this machine is measured; the rest are assumptions, which the text states. Digits
/// are assumed to be random. So is a passphrase, character by character or, if it contains spaces, word by word from a
/// list of 7,776 (diceware), whichever gives less. This is an upper bound, since people do not choose at random.
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

/// A readable duration: at most two digits before the unit, in the largest unit that fits.
struct WrittenTime {
    let text: String

    init(_ duration: Duration) {
        let parts = duration.components
        self.init(seconds: Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
    }

    /// - Parameter seconds: not negative; may be infinite.
    init(seconds: Double) {
        let year = 365.25 * 86400
        let units: [(Double, String)] = [
            (1e6 * year, "million years"), (1e3 * year, "thousand years"), (year, "years"), (86400, "days"),
            (3600, "hours"), (60, "minutes"), (1, "seconds"),
        ]
        if seconds >= 1e9 * year {
            text = "more than a thousand million years"
        } else if let (size, name) = units.first(where: { seconds >= $0.0 }) {
            let count = Self.rounded(seconds / size)
            text =
                count == "1" && name.hasSuffix("s") && !name.contains(" ") ? "1 \(name.dropLast())" : "\(count) \(name)"
        } else {
            text = "\(max(1, Int((seconds * 1000).rounded()))) ms"
        }
    }

    /// Rounds to one decimal below ten, to none above.
    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths >= 100 || tenths % 10 == 0 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
    }
}
