// SPDX-License-Identifier: Apache-2.0

import TextCodec

/// Numbers that only grow, of lists and seals. Nobody changes a list or signs so often; who plants a number near the end of what a
/// machine counts wants the addition of one to end the program, or that no higher number is left.
enum Counter {
    static let last: UInt64 = 1 << 62

    static func read(_ fields: JSON, _ key: String) throws(JSONError) -> UInt64 {
        let counter: UInt64 = try fields.integer(key)
        guard counter <= last else { throw .outOfRange(field: key) }
        return counter
    }

    /// - Throws: `.damaged` when there is none: the one that is there was planted.
    static func next(after counter: UInt64, of file: String) throws(StateError) -> UInt64 {
        guard counter < last else {
            throw .damaged(file: file, reason: "its number \(counter) is the last that there is")
        }
        return counter + 1
    }
}
