// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// A query as `URLSearchParams` writes it.
///
/// - Source: WHATWG URL §5.2, application/x-www-form-urlencoded serializing.
struct FormQuery {
    private(set) var text = ""

    /// Appends a pair; one without a value is left out.
    mutating func append(_ name: String, _ value: String?) {
        guard let value else { return }
        text += (text.isEmpty ? "" : "&") + Self.encode(name) + "=" + Self.encode(value)
    }

    private static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "): encoded.append(UInt8(ascii: "+"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                encoded.append(byte)
            default: encoded += Array(("%" + Hex.encode([byte]).uppercased()).utf8)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
