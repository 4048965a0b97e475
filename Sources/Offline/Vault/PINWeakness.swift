// SPDX-License-Identifier: Apache-2.0

/// Why a new PIN or passphrase is rejected.
package enum PINWeakness: Error, Hashable {
    /// Digits only, and fewer than six.
    case fewDigits
    /// Not digits only, and fewer than eight characters.
    case shortPassphrase
    /// One character, or a short group of them, over and over.
    case repeated
    /// Digits that count up or down.
    case run
    /// Among the most common ones.
    case common

    /// One lower-case line for a person.
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
