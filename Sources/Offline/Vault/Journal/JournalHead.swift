// SPDX-License-Identifier: Apache-2.0
import SodiumKit

/// How far a journal was read, and what the next line must name.
struct JournalHead: Hashable, Sendable {
    /// Whole lines.
    var lines = 0
    /// Their bytes, newlines included.
    var size = 0
    /// SHA-256 of the last line without its newline; zeros when there is none.
    var digest = [UInt8](repeating: 0, count: SHA256.length)
}
