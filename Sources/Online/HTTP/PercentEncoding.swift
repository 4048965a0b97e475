// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding for paths, queries and form bodies.
package enum PercentEncoding {
    private static let digits = [UInt8]("0123456789ABCDEF".utf8)
    /// Whether each byte value is unreserved.
    private static let unreserved = (UInt8.min...UInt8.max).map(isUnreserved)

    /// The text with every byte of its UTF-8 except `A-Z a-z 0-9 - . _ ~` as `%XX`: valid in a path segment, a query
    /// and a form body. A space is `%20` and a plus sign `%2B`, so that neither is mistaken for the other.
    ///
    /// - Source: RFC 3986 §2.3.
    package static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        append(text, to: &encoded)
        return String(decoding: encoded, as: UTF8.self)
    }

    /// `name=value&name=value`, both sides encoded, in the order given.
    package static func pairs(_ pairs: [(name: String, value: String)]) -> String {
        String(decoding: form(pairs), as: UTF8.self)
    }

    /// The UTF-8 bytes of `name=value&name=value`, for a request body.
    package static func form(_ pairs: [(name: String, value: String)]) -> [UInt8] {
        var encoded: [UInt8] = []
        // About four in a hundred characters of base64, the longest text sent, take three bytes.
        encoded.reserveCapacity(pairs.reduce(0) { $0 + ($1.name.utf8.count + $1.value.utf8.count) * 9 / 8 + 16 })
        for (place, pair) in pairs.enumerated() {
            if place > 0 { encoded.append(UInt8(ascii: "&")) }
            append(pair.name, to: &encoded)
            encoded.append(UInt8(ascii: "="))
            append(pair.value, to: &encoded)
        }
        return encoded
    }

    /// Copies runs of unreserved bytes whole: most texts contain nothing else.
    private static func append(_ text: String, to encoded: inout [UInt8]) {
        var text = text
        let digits = digits
        text.withUTF8 { bytes in
            unreserved.withUnsafeBufferPointer { unreserved in
                var start = 0
                for (place, byte) in bytes.enumerated() where !unreserved[Int(byte)] {
                    encoded += UnsafeBufferPointer(rebasing: bytes[start..<place])
                    encoded.append(UInt8(ascii: "%"))
                    encoded.append(digits[Int(byte >> 4)])
                    encoded.append(digits[Int(byte & 15)])
                    start = place + 1
                }
                encoded += UnsafeBufferPointer(rebasing: bytes[start...])
            }
        }
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
}
