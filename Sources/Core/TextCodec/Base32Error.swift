// SPDX-License-Identifier: Apache-2.0

/// Why a text is not canonical base32. Carries no part of the text, which may be a secret.
package enum Base32Error: Error, Hashable {
    /// A byte outside A-Z and 2-7; lower case and padding are outside, too.
    case invalidCharacter(offset: Int)
    /// No number of bytes is written with this many characters.
    case badLength(Int)
    /// The unused bits of the last character are not zero.
    case nonZeroTrailingBits

    /// What is wrong, in words for the end of an error line.
    package var message: String {
        switch self {
        case .invalidCharacter(let offset): "not base32: wrong character at byte offset \(offset)"
        case .badLength(let length): "not base32: \(length) is no possible length"
        case .nonZeroTrailingBits: "not canonical base32: unused bits are set"
        }
    }
}
