// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding for paths, queries and form bodies.
package enum PercentEncoding {
    /// Everything but `A-Z a-z 0-9 - . _ ~` as `%XX` over the UTF-8 bytes: right in a path segment, in a query and
    /// in a form body alike. A space is `%20` and a plus `%2B`, which no reader takes for the other.
    ///
    /// - Source: RFC 3986 §2.3.
    package static func encode(_ text: String) -> String {
        String(unsafeUninitializedCapacity: 3 * text.utf8.count) { out in
            var count = 0
            for byte in text.utf8 {
                if isUnreserved(byte) {
                    out[count] = byte
                    count += 1
                } else {
                    (out[count], out[count + 1], out[count + 2]) =
                        (UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15))
                    count += 3
                }
            }
            return count
        }
    }

    /// `name=value&name=value`, both sides encoded, in the order given.
    package static func pairs(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
