// SPDX-License-Identifier: Apache-2.0

/// One header field. Names are case-insensitive; responses carry them in lower case.
package struct HTTPHeader: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field can be sent as it is: the name a token, the value visible ASCII and spaces, so that a line
    /// break cannot inject another field.
    ///
    /// - Source: RFC 9110 §5.1, §5.5.
    package var isWellFormed: Bool {
        let name = Array(name.utf8)
        let value = Array(value.utf8)
        return !name.isEmpty && name.allSatisfy(Self.isTokenByte) && value.allSatisfy { (0x20...0x7e).contains($0) }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
