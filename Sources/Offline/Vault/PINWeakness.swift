// SPDX-License-Identifier: Apache-2.0

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
