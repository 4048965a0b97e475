// SPDX-License-Identifier: Apache-2.0

/// Why a text is not TOML.
package struct TOMLError: Error, Hashable {
    /// The line, counted from 1.
    package let line: Int
    package let reason: String

    package var message: String { "line \(line): \(reason)" }
}
