// SPDX-License-Identifier: Apache-2.0

/// Valid contact names, on either side: 1 to 64 of `A-Z a-z 0-9 _ - .`, but nothing that could be meant as an address.
package enum ContactName {
    package static let rule = "1 to 64 letters, digits, _, - and ., and nothing that looks like an address"

    package static func isOne(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isPart) && !looksLikeAddress(text)
    }

    /// Whether two names are equal, ignoring case.
    package static func areSame(_ a: String, _ b: String) -> Bool { a == b || folded(a) == folded(b) }

    /// The case-folded form, which is identical for equal names.
    package static func folded(_ name: String) -> String { name.lowercased() }

    /// Whether this is a long word in, or nearly in, the alphabet of addresses: such a name would hide a mistyped address.
    private static func looksLikeAddress(_ text: String) -> Bool {
        text.utf8.count >= 40
            && text.utf8.allSatisfy { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
