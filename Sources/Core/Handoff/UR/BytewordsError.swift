// SPDX-License-Identifier: Apache-2.0

/// Why a text is not bytewords. Offsets are byte offsets in the text.
package enum BytewordsError: Error, Hashable {
    /// A word, or pair of letters, that stands for no byte.
    case unknownWord(offset: Int)
    /// An odd number of letters, in the minimal style.
    case oddLength(Int)
    /// Fewer bytes than the four of the checksum.
    case tooShort
    /// The checksum does not match the bytes before it.
    case wrongChecksum

    /// The description for the end of an error line.
    package var message: String {
        switch self {
        case .unknownWord(let offset): "no byteword at byte offset \(offset)"
        case .oddLength(let length): "an odd number of letters (\(length))"
        case .tooShort: "too short"
        case .wrongChecksum: "the checksum does not match: a part is damaged or missing"
        }
    }
}
