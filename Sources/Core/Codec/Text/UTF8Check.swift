// SPDX-License-Identifier: Apache-2.0

/// The well-formedness of UTF-8.
///
/// - Source: Unicode Standard, table 3-7: no overlong forms, no surrogates, nothing beyond U+10FFFF.
enum UTF8Check {
    /// The length of the two- to four-byte sequence that begins at `offset`; nil when it is ill-formed.
    static func lengthOfSequence(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[offset] {
        case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        default: return nil
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
        for place in offset + 2..<offset + length where bytes[place] & 0xc0 != 0x80 { return nil }
        return length
    }
}
