// SPDX-License-Identifier: Apache-2.0

import Codec
import Crypto

/// The last member of every line, SHA-256 of the bytes before it. It detects accidental damage to the last line too, which no other
/// line names yet.
enum JournalCheck {
    private static let beginning = Array(#","check":""#.utf8)
    private static let end = Array(#""}"#.utf8)
    private static let digits = 64
    /// Length in bytes of the member and the closing brace.
    static let length = beginning.count + digits + end.count

    /// Turns a JSON document into a line with its check.
    static func adding(to document: [UInt8]) -> [UInt8] {
        let body = Array(document.dropLast())
        return body + beginning + Array(Hex.encode(SHA256.hash(body)).utf8) + end
    }

    static func isRight(_ line: [UInt8]) -> Bool {
        guard line.count > length else { return false }
        return adding(to: Array(line.dropLast(length)) + [UInt8(ascii: "}")]) == line
    }
}
