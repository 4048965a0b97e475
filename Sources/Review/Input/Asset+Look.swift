// SPDX-License-Identifier: Apache-2.0

import Stellar
import StellarXDR

extension Asset {
    /// The code as a hasty eye reads it: case does not count, 0 is O, 1 and l are I.
    var look: String {
        String(
            decoding: (codeBytes ?? []).map { byte in
                switch byte {
                case UInt8(ascii: "0"), UInt8(ascii: "o"), UInt8(ascii: "O"): UInt8(ascii: "O")
                case UInt8(ascii: "1"), UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "i"), UInt8(ascii: "I"):
                    UInt8(ascii: "I")
                case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
                default: byte
                }
            }, as: UTF8.self)
    }
}
