// SPDX-License-Identifier: Apache-2.0

/// A checked value of the configuration file.
package struct ConfigurationValue: Hashable, Sendable {
    package let key: ConfigurationKey
    /// At least one; exactly one for keys that take no array.
    package let texts: [String]
    /// Its line in the file, counted from 1.
    package let line: Int
}
