// SPDX-License-Identifier: Apache-2.0

package import Crypto

/// Requirements for a new PIN: at least six digits, or a passphrase of at least eight characters.
///
/// Rejects only what an attacker tries first; `PINStrength` estimates the strength of the rest. Bytes are used as typed, without
/// trimming, case folding or normalisation, so composed and decomposed `ü` are different PINs.
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
