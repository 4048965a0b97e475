// SPDX-License-Identifier: Apache-2.0

import Crypto

/// The position up to which a journal was read, and the digest that the next line must name.
struct JournalHead: Hashable, Sendable {
    /// Number of complete lines.
    var lines = 0
    /// Their size in bytes, including newlines.
    var size = 0
    /// SHA-256 of the last line without its newline; zeros if there is none.
    var digest = [UInt8](repeating: 0, count: SHA256.length)
}
