// SPDX-License-Identifier: Apache-2.0

/// The name of a key and its file: 1 to 64 letters, digits, `_` and `-`, not starting with `-`.
package struct KeyName: Hashable, Comparable, Sendable {
    /// The name as entered.
    package let text: String

    /// - Throws: `.invalidName`.
    package init(_ text: String) throws(VaultError) {
        guard (1...64).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "-"),
            text.utf8.allSatisfy(Self.isAllowed)
        else { throw .invalidName(text) }
        self.text = text
    }

    package static func < (left: KeyName, right: KeyName) -> Bool { left.text < right.text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
