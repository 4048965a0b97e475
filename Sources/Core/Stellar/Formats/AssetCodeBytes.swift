// SPDX-License-Identifier: Apache-2.0

import StellarXDR

/// The bytes of an asset code as shown in text: without trailing zeros, unless the type could not be recognized then.
enum AssetCodeBytes {
    /// An alphanum4 code up to its last nonzero byte; at least five bytes of an alphanum12 code, to distinguish the two.
    static func shown(_ code: [UInt8]) -> ArraySlice<UInt8> {
        let end = code.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return code[..<(code.count == 12 ? max(end, 5) : end)]
    }

    /// The code's bytes, padded with trailing zeros to `size`.
    static func padded(_ shown: [UInt8], to size: Int) throws(FormatFault) -> [UInt8] {
        guard shown.count <= size else { throw .tooLong(limit: size) }
        return shown + Array(repeating: 0, count: size - shown.count)
    }

    /// The code with these shown bytes: up to four make an alphanum4, more an alphanum12.
    static func code(shown: [UInt8]) throws(FormatFault) -> AssetCode {
        if let short = AssetCode4(try padded(shown, to: max(4, shown.count))) { return .creditAlphanum4(short) }
        guard let long = AssetCode12(try padded(shown, to: 12)) else { throw .tooLong(limit: 12) }
        return .creditAlphanum12(long)
    }
}
