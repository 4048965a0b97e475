// SPDX-License-Identifier: Apache-2.0

import Stellar
package import StellarXDR

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
