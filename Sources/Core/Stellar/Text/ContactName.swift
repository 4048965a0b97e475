// SPDX-License-Identifier: Apache-2.0

import StellarXDR

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

    /// Whether this is a long word in, or nearly in, the alphabet of addresses: such a name would hide a mistyped
    /// address.
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

/// Domain names, as used in links and logins.
package enum DomainName {
    /// What `isKept` requires, in words.
    package static let rule =
        "lower case letters, digits, hyphens and at least one ., and perhaps a port; or it is 127.0.0.1 or localhost with a port"

    /// Whether this is a fully qualified domain name: two or more labels of letters, digits and inner hyphens, the
    /// last not all digits.
    package static func isQualified(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.count >= 2, let last = labels.last else { return false }
        return labels.allSatisfy(isLabel) && !last.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether this is the form in which domains are stored and compared: lower case, followed by `:port` if the
    /// server uses a port of its own. The local machine counts with a port, for practising with an anchor.
    package static func isKept(_ text: String) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isLoopback = ["127.0.0.1", "localhost"].contains(parts[0]) && parts.count == 2
        guard isLoopback || isQualified(parts[0]), parts[0].lowercased() == parts[0] else { return false }
        guard parts.count == 2 else { return true }
        guard let port = UInt16(parts[1]) else { return false }
        return port > 0 && String(port) == parts[1]
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { Asset.isCodeCharacter($0) || $0 == hyphen }
    }
}
