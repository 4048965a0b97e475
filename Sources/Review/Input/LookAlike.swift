// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR
import XDR

/// The first four and the last four characters of an address, which is all that many people compare.
package struct LookAlike: Hashable, Sendable {
    package let head: String
    package let tail: String

    package init(_ account: AccountID) {
        let text = account.address
        head = String(text.prefix(4))
        tail = String(text.suffix(4))
    }
}

extension AccountID {
    /// Whether the address begins and ends like that of the other, and is another.
    func looksLike(_ other: AccountID) -> Bool {
        guard self != other, start == other.start else { return false }
        return LookAlike(self) == LookAlike(other)
    }

    /// The part of the key that the first four characters are made of, twelve bits: enough to tell most addresses apart.
    private var start: UInt16 {
        let bytes = key.bytes.prefix(2)
        return bytes.reduce(0) { $0 << 8 | UInt16($1) } & 0xfff0
    }
}
