// SPDX-License-Identifier: Apache-2.0

/// Why a text is not canonical base32. Carries no part of the text, which may be a secret.
package enum Base32Error: Error, Hashable {
    /// A byte outside A-Z and 2-7, including lower case and padding.
    case invalidCharacter(offset: Int)
    /// A length that no number of bytes encodes to.
    case badLength(Int)
    /// The unused bits of the last character are not zero.
    case nonZeroTrailingBits

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .invalidCharacter(let offset): "not base32: wrong character at byte offset \(offset)"
        case .badLength(let length): "not base32: \(length) is not a possible length"
        case .nonZeroTrailingBits: "not canonical base32: unused bits are set"
        }
    }
}
