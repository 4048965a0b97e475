// SPDX-License-Identifier: Apache-2.0

/// Addresses and hashes as people compare them: in groups of four characters, so that the eye finds its place again.
package enum GroupsOfFour {
    /// The groups, of which the last may be shorter.
    package static func of(_ text: some StringProtocol) -> [String] {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: 4).map {
            String(decoding: bytes[$0..<min($0 + 4, bytes.count)], as: UTF8.self)
        }
    }

    /// The groups with blanks between them.
    package static func text(_ text: some StringProtocol) -> String { of(text).joined(separator: " ") }
}
