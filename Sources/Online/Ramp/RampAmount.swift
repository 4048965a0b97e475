// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// An amount as its configuration writes it.
package struct RampAmount: Hashable, Sendable {
    /// Longer amounts would only make an address that a server refuses.
    private static let maximumLength = 64

    package let text: String

    /// Reads `^\d*\.?\d+$` of ASCII digits, the rule of meso-js.
    ///
    /// - Returns: nil for the value of another type too: Meso asks for a string.
    init?(_ value: JSON) {
        guard let text = value.asString, text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last, !last.isEmpty, parts.allSatisfy({ $0.allSatisfy(Self.isDigit) })
        else { return nil }
        self.text = text
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
