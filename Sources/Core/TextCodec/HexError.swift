// SPDX-License-Identifier: Apache-2.0

/// Why a text is not hexadecimal.
package enum HexError: Error, Hashable {
    /// A byte has two digits; the text has this odd number of them.
    case oddLength(Int)
    /// A byte of the text that is no hexadecimal digit.
    case invalidCharacter(offset: Int)

    /// What is wrong, in words for the end of an error line.
    package var message: String {
        switch self {
        case .oddLength(let length): "not hexadecimal: odd number of digits (\(length))"
        case .invalidCharacter(let offset): "not hexadecimal: wrong character at byte offset \(offset)"
        }
    }
}
