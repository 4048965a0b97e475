// SPDX-License-Identifier: Apache-2.0

/// A federation name, `name*domain`.
///
/// - Source: SEP-2.
package struct FederationName: Hashable, Sendable {
    package let name: String
    /// In lower case: domains have no case.
    package let domain: String

    package var text: String { "\(name)*\(domain)" }

    /// The longest name, in bytes; enough for an email address.
    private static let limit = 320

    package init(_ text: String) throws(AnchorError) {
        let parts = text.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= Self.limit,
            !text.unicodeScalars.contains(where: Self.isForbidden)
        else { throw .badName(text) }
        name = String(parts[0])
        domain = parts[1].lowercased()
    }

    /// Whether a text looks like a federation name: contains a `*`.
    package static func isMeant(by text: String) -> Bool { text.utf8.contains(UInt8(ascii: "*")) }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
            || "<>".unicodeScalars.contains(scalar)
    }
}
