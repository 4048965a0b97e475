// SPDX-License-Identifier: Apache-2.0

/// A name as a hasty eye reads it: case and blanks do not count, 0 is O, 1 and l are I.
enum Look {
    static func of(_ name: String) -> String { of(Array(name.utf8)) }

    static func of(_ name: [UInt8]) -> String {
        String(
            decoding: name.compactMap { byte -> UInt8? in
                switch byte {
                case 0x20: nil
                case UInt8(ascii: "0"), UInt8(ascii: "o"), UInt8(ascii: "O"): UInt8(ascii: "O")
                case UInt8(ascii: "1"), UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "i"), UInt8(ascii: "I"):
                    UInt8(ascii: "I")
                case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
                default: byte
                }
            }, as: UTF8.self)
    }
}
