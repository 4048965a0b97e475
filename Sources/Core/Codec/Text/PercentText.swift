// SPDX-License-Identifier: Apache-2.0

/// Percent-encoding for values of a URI's query: everything but letters, digits and `-._~` becomes `%XX`.
///
/// - Source: RFC 3986 §2.1, §2.3.
package enum PercentText {
    package static func encode(_ text: String) -> String {
        var out: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                out.append(byte)
            } else {
                out += Array("%\(Hex.encode([byte]).uppercased())".utf8)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// The decoded bytes; nil when a `%` is not followed by two hexadecimal digits. A plus stays a plus, which HTML
    /// forms write for a space.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var out: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                out.append(byte)
                continue
            }
            guard let high = rest.next().flatMap({ Hex.value(of: $0) }),
                let low = rest.next().flatMap({ Hex.value(of: $0) })
            else { return nil }
            out.append(high << 4 | low)
        }
        return out
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
