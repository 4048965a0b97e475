// SPDX-License-Identifier: Apache-2.0

package import Stellar

/// Book or policy got a new version.
package struct ListChange: Hashable, Sendable {
    package let time: Timestamp
    package let list: ListKind
    package let mark: ListMark
    /// With whose PIN.
    package let key: KeyName
    /// The number of that key's seal that knows the version.
    package let seal: UInt64
}
