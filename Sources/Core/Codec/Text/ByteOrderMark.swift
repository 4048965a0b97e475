// SPDX-License-Identifier: Apache-2.0

/// Detects the byte order mark that some editors write, invisibly, before a text.
package enum ByteOrderMark {
    package static let message = "a byte order mark at byte offset 0: save it as UTF-8 without one"

    /// Whether the bytes begin with a byte order mark, in UTF-8 or in either order of UTF-16.
    package static func begins(_ bytes: [UInt8]) -> Bool {
        [[0xef, 0xbb, 0xbf], [0xfe, 0xff], [0xff, 0xfe]].contains { bytes.starts(with: $0) }
    }
}
