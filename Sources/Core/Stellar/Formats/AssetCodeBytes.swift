// SPDX-License-Identifier: Apache-2.0

import StellarXDR
import XDR

/// The bytes of an asset code that a text shows: trailing zeros are left out as far as the type can be told without.
enum AssetCodeBytes {
    /// Of an alphanum4 up to its last byte that is not zero; of an alphanum12 at least five, so that it is not one of the others.
    static func shown(_ code: [UInt8]) -> ArraySlice<UInt8> {
        let end = code.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return code[..<(code.count == 12 ? max(end, 5) : end)]
    }

    /// Zeros behind up to `size`.
    static func padded(_ shown: [UInt8], to size: Int) throws(FormatFault) -> [UInt8] {
        guard shown.count <= size else { throw .tooLong(limit: size) }
        return shown + Array(repeating: 0, count: size - shown.count)
    }

    /// The code that is shown so: up to four bytes an alphanum4, more an alphanum12.
    static func code(shown: [UInt8]) throws(FormatFault) -> AssetCode {
        if let short = AssetCode4(try padded(shown, to: max(4, shown.count))) { return .creditAlphanum4(short) }
        guard let long = AssetCode12(try padded(shown, to: 12)) else { throw .tooLong(limit: 12) }
        return .creditAlphanum12(long)
    }
}
