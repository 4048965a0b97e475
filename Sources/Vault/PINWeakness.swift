// SPDX-License-Identifier: Apache-2.0

/// Why a new PIN or passphrase is not taken.
package enum PINWeakness: Error, Hashable {
    /// Digits only, and fewer than six.
    case fewDigits
    /// Not digits only, and fewer than eight characters.
    case shortPassphrase
    /// One character, or a short group of them, over and over.
    case repeated
    /// Digits that count up or down.
    case run
    /// Among the first that anybody tries.
    case common

    /// One lower-case line for a person.
    package var message: String {
        switch self {
        case .fewDigits: "a PIN has at least 6 digits"
        case .shortPassphrase: "what is not a PIN of digits has at least 8 characters"
        case .repeated: "this PIN repeats itself"
        case .run: "this PIN only counts up or down"
        case .common: "this PIN is among the first that are tried"
        }
    }
}
