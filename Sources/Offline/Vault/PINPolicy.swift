// SPDX-License-Identifier: Apache-2.0
package import SodiumKit

/// What is taken as a new PIN: at least six digits, or at least eight characters of any other kind.
///
/// It refuses only what everybody tries first; how long the others last is for `PINStrength` to say. Bytes count as
/// typed: nothing is trimmed, folded or normalised, so `ü` typed in one piece or in two opens different files.
package enum PINPolicy {
    /// The fewest digits of a PIN.
    package static let fewestDigits = 6
    /// The fewest characters of a passphrase.
    package static let fewestCharacters = 8
    /// Groups of so many bytes that repeat make no PIN.
    private static let longestGroup = 3

    // Six digits and more, from published lists of leaked PINs; what repeats or counts is refused by rule.
    private static let common: StaticString =
        "112233 147258 159753 789456 456789 102030 010203 123321 147852 258456 142536 246810 password qwertyui passw0rd"

    /// - Throws: the first thing that is wrong with the PIN.
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
