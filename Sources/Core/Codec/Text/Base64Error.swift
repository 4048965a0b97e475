// SPDX-License-Identifier: Apache-2.0

/// Why a text is not canonical base64. Offsets are byte offsets in the text as given, including white space.
package enum Base64Error: Error, Hashable {
    /// A byte outside the alphabet of RFC 4648 §4.
    case invalidCharacter(offset: Int)
    /// A "=" in the wrong place, or a character after one.
    case badPadding(offset: Int)
    /// The text ends inside a group of four; `length` is the number of symbols, without "=" and white space.
    case truncated(length: Int)
    /// The unused bits of the last symbol are not zero: another text would give the same bytes.
    case nonZeroTrailingBits(offset: Int)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .invalidCharacter(let offset): "not base64: wrong character at byte offset \(offset)"
        case .badPadding(let offset): "not base64: misplaced padding at byte offset \(offset)"
        case .truncated(let length): "base64 is cut off after \(length) characters"
        case .nonZeroTrailingBits(let offset): "not canonical base64: unused bits are set at byte offset \(offset)"
        }
    }
}
