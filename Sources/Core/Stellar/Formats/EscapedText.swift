// SPDX-License-Identifier: Apache-2.0

import Codec

/// Strings in SEP-51 form: printable ASCII is unchanged, everything else and the backslash are escaped.
///
/// - Source: SEP-51 §String.
enum EscapedText {
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes {
            switch byte {
            case 0: text += [backslash, UInt8(ascii: "0")]
            case 9: text += [backslash, UInt8(ascii: "t")]
            case 10: text += [backslash, UInt8(ascii: "n")]
            case 13: text += [backslash, UInt8(ascii: "r")]
            case backslash: text += [backslash, backslash]
            case 0x20...0x7e: text.append(byte)
            default: text += [backslash, UInt8(ascii: "x")] + Array(Hex.encode([byte]).utf8)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that an escaped text represents.
    ///
    /// - Parameter rawZeros: accepts unescaped zero bytes, which the Python SDK leaves in asset codes.
    static func bytes(of text: String, rawZeros: Bool = false) throws(FormatFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let first = rest.popFirst() {
            switch first {
            case backslash: bytes.append(try escaped(&rest))
            case 0x20...0x7e: bytes.append(first)
            case 0 where rawZeros: bytes.append(0)
            default: throw .notASCII
            }
        }
        return bytes
    }

    private static func escaped(_ rest: inout Substring.UTF8View) throws(FormatFault) -> UInt8 {
        switch rest.popFirst() {
        case UInt8(ascii: "0"): return 0
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "r"): return 13
        case backslash: return backslash
        case UInt8(ascii: "x"): return try hexByte(&rest)
        default: throw .badEscape
        }
    }

    /// The byte of the next two hexadecimal digits.
    static func hexByte(_ rest: inout Substring.UTF8View) throws(FormatFault) -> UInt8 {
        let digits = String(decoding: Array(rest.prefix(2)), as: UTF8.self)
        guard let byte = try? Hex.decode(digits), byte.count == 1 else { throw .badEscape }
        rest.removeFirst(2)
        return byte[0]
    }

    private static let backslash = UInt8(ascii: "\\")
}
