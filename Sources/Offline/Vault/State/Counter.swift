// SPDX-License-Identifier: Apache-2.0

import Codec

/// Counters of lists and seals, which only increase. No vault reaches the last value; an attacker could plant a number near the maximum
/// integer so that the next increment crashes the program, or so that no higher number is left.
enum Counter {
    static let last: UInt64 = 1 << 62

    static func read(_ fields: JSON, _ key: String) throws(JSONError) -> UInt64 {
        let counter: UInt64 = try fields.integer(key)
        guard counter <= last else { throw .outOfRange(field: key) }
        return counter
    }

    /// - Throws: `.damaged` when the last value is reached, because someone must have planted it.
    static func next(after counter: UInt64, of file: String) throws(StateError) -> UInt64 {
        guard counter < last else {
            throw .damaged(file: file, reason: "its number \(counter) is the last that there is")
        }
        return counter + 1
    }
}
