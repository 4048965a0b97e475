// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// A new version of book or policy.
package struct ListChange: Hashable, Sendable {
    package let time: Timestamp
    package let list: ListKind
    package let mark: ListMark
    /// The key that signed the version.
    package let key: KeyName
    /// The number of the key's seal that covers the version.
    package let seal: UInt64
}
