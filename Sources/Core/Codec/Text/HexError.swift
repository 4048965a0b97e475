// SPDX-License-Identifier: Apache-2.0

/// Why a text is not hexadecimal.
package enum HexError: Error, Hashable {
    /// An odd number of digits, where each byte has two.
    case oddLength(Int)
    /// A byte of the text that is not a hexadecimal digit.
    case invalidCharacter(offset: Int)

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .oddLength(let length): "not hexadecimal: odd number of digits (\(length))"
        case .invalidCharacter(let offset): "not hexadecimal: wrong character at byte offset \(offset)"
        }
    }
}
