// SPDX-License-Identifier: Apache-2.0

import Codec

/// The members of a TOML table, in the order in which they were written. Keys are compared byte for byte.
package struct TOMLTable: Hashable, Sendable {
    private var values: [ExactText: TOML] = [:]
    package private(set) var keys: [String] = []

    package subscript(_ key: String) -> TOML? { values[ExactText(key)] }

    /// Adds a member under a new key.
    mutating func append(_ key: ExactText, _ value: TOML) {
        values[key] = value
        keys.append(key.text)
    }
}
